public import JSON

/// A JSON Type Definition schema (RFC 8927), checked and compiled once and then used for many instances.
public struct Schema: Sendable {
  /// The schema as it was given.
  public let json: JSONValue
  let root: Node
  let definitions: [Node]

  /// Checks and compiles a schema.
  ///
  /// - Throws: ``SchemaError`` with the first part that RFC 8927 section 2 does not allow.
  public init(json: JSONValue) throws(SchemaError) {
    var compiler = SchemaCompiler()
    (root, definitions) = try compiler.compile(root: json)
    self.json = json
  }
}

/// The reason why a JSON value is not a correct schema.
public struct SchemaError: Error, Sendable, Equatable {
  /// The rule of RFC 8927 section 2 that is broken.
  public enum Reason: Sendable, Equatable {
    /// The schema is not an object.
    case notAnObject
    /// The schema has a keyword that no form has.
    case unknownKeyword
    /// `definitions` occurs below the root.
    case definitionsBelowRoot
    /// The value of the keyword does not have the expected JSON type.
    case wrongValue(expected: String)
    /// The schema has keywords of two forms, or lacks a keyword that another one needs.
    case mixedForms
    /// `ref` names a definition that does not exist.
    case unknownDefinition
    /// `type` names a type that does not exist.
    case unknownType
    /// `enum` has no values.
    case emptyEnum
    /// `enum` contains the same value twice.
    case duplicateEnumValue
    /// A property is both required and optional.
    case propertyTwice
    /// A schema in a mapping does not have the properties form.
    case mappingNotProperties
    /// A schema in a mapping is nullable.
    case mappingNullable
    /// A schema in a mapping defines the discriminator itself.
    case mappingDefinesDiscriminator
  }

  /// The rule that is broken.
  public let reason: Reason
  /// The position in the schema.
  public let pointer: JSONPointer

  init(_ reason: Reason, at path: [String]) {
    self.reason = reason
    pointer = JSONPointer(path)
  }
}

extension SchemaError: CustomStringConvertible {
  /// The position and the rule.
  public var description: String { "schema\(pointer.description.isEmpty ? "" : " at \(pointer)"): \(reason)" }
}
