public import JSON

/// One way in which an instance does not fit its schema (RFC 8927 section 3.2). Errors come in no particular order.
public struct ValidationError: Error, Sendable, Hashable {
  /// What is wrong, in more words than the standard has.
  public enum Reason: Sendable, Hashable {
    /// A JSON value of another type, or outside the type's range or syntax.
    case type
    /// A string that the enumeration does not list.
    case value
    /// A required property is absent; it is the last token of the schema path.
    case missing
    /// A member that the schema does not know.
    case unknown
    /// An object without the discriminator.
    case missingDiscriminator
    /// References follow each other beyond ``ValidationOptions/depth``.
    case depth
  }

  /// The part of the instance that is rejected.
  public internal(set) var instancePath: JSONPointer
  /// The part of the schema that rejects it.
  public let schemaPath: JSONPointer
  /// What is wrong.
  public let reason: Reason
}

extension ValidationError: CustomStringConvertible {
  /// Both places; never the value.
  public var description: String {
    "\(instancePath.tokens.isEmpty ? "value" : instancePath.description) breaks the rule \(schemaPath)"
  }
}

/// When a validation gives up.
public struct ValidationOptions: Sendable, Equatable {
  /// The most schemas inside each other, references counted, before the instance is rejected.
  public var depth: Int
  /// The most errors to collect.
  public var errors: Int

  /// Options: by default 64 levels and 8 errors.
  public init(depth: Int = 64, errors: Int = 8) {
    self.depth = depth
    self.errors = errors
  }
}
