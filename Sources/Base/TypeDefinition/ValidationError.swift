public import JSON

/// One violation of a schema by an instance (RFC 8927 section 3.2). The order of errors is not specified.
public struct ValidationError: Error, Sendable, Hashable {
  /// The kind of error, in more detail than the standard defines.
  public enum Reason: Sendable, Hashable {
    /// The value has another JSON type, or is outside the range or syntax of the type.
    case type
    /// The string is not listed in the enumeration.
    case value
    /// A required property is absent. Its name is the last token of the schema path.
    case missing
    /// The object has a member that the schema does not define.
    case unknown
    /// The object lacks the discriminator.
    case missingDiscriminator
    /// References are nested more deeply than ``ValidationOptions/depth``.
    case depth
  }

  /// The part of the instance that is rejected.
  public internal(set) var instancePath: JSONPointer
  /// The part of the schema that rejects it.
  public let schemaPath: JSONPointer
  /// The kind of error.
  public let reason: Reason
}

extension ValidationError: CustomStringConvertible {
  /// Both paths. The value is never included.
  public var description: String {
    "\(instancePath.tokens.isEmpty ? "value" : instancePath.description) breaks the rule \(schemaPath)"
  }
}

/// The limits of a validation.
public struct ValidationOptions: Sendable, Equatable {
  /// The maximum nesting of schemas, counting references. A deeper instance is rejected.
  public var depth: Int
  /// The maximum number of errors to collect.
  public var errors: Int

  /// Makes options. The defaults are 64 levels and 8 errors.
  public init(depth: Int = 64, errors: Int = 8) {
    self.depth = depth
    self.errors = errors
  }
}
