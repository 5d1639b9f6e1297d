public import JSON

/// A JSON Type Definition schema (RFC 8927), checked and compiled once and then used for many instances.
public struct Schema: Sendable {
  /// The schema as it was given.
  public let json: JSONValue
  let root: Node
  let definitions: [Node]

  /// Checks and compiles a schema.
  ///
  /// - Throws: ``SchemaError`` with the first place that RFC 8927 section 2 does not allow.
  public init(json: JSONValue) throws(SchemaError) {
    var compiler = SchemaCompiler()
    (root, definitions) = try compiler.compile(root: json)
    self.json = json
  }
}

/// Why a JSON value is no correct schema.
public struct SchemaError: Error, Sendable, Equatable {
  /// The rule of RFC 8927 section 2 that is broken.
  public enum Reason: Sendable, Equatable {
    /// A schema is an object.
    case notAnObject
    /// A keyword that no form has.
    case unknownKeyword
    /// `definitions` stands at the root only.
    case definitionsBelowRoot
    /// The keyword's value is of another JSON type; the one wanted is named.
    case wrongValue(expected: String)
    /// Keywords of two forms, or one without the other that it needs.
    case mixedForms
    /// `ref` names no definition.
    case unknownDefinition
    /// `type` names no type.
    case unknownType
    /// `enum` has no values.
    case emptyEnum
    /// `enum` has one value twice.
    case duplicateEnumValue
    /// A property is both required and optional.
    case propertyTwice
    /// A schema of a mapping is of another form than properties.
    case mappingNotProperties
    /// A schema of a mapping is nullable.
    case mappingNullable
    /// A schema of a mapping defines the discriminator itself.
    case mappingDefinesDiscriminator
  }

  /// The rule.
  public let reason: Reason
  /// The place in the schema.
  public let pointer: JSONPointer

  init(_ reason: Reason, at path: [String]) {
    self.reason = reason
    pointer = JSONPointer(path)
  }
}

extension SchemaError: CustomStringConvertible {
  /// The place and the rule.
  public var description: String { "schema\(pointer.description.isEmpty ? "" : " at \(pointer)"): \(reason)" }
}
