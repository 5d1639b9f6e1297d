import JSON
import Testing
import TypeDefinition

@Suite struct SchemaTests {
  static let refused: [(String, SchemaError.Reason, String)] = [
    ("true", .notAnObject, ""), (#"{"elements":[]}"#, .notAnObject, "/elements"),
    (#"{"typo":"string"}"#, .unknownKeyword, "/typo"),
    (#"{"elements":{"definitions":{}}}"#, .definitionsBelowRoot, "/elements/definitions"),
    (#"{"definitions":{"a":{"definitions":{}}}}"#, .definitionsBelowRoot, "/definitions/a/definitions"),
    (#"{"definitions":[]}"#, .wrongValue(expected: "object"), "/definitions"),
    (#"{"metadata":1}"#, .wrongValue(expected: "object"), "/metadata"),
    (#"{"nullable":"yes"}"#, .wrongValue(expected: "bool"), "/nullable"),
    (#"{"type":"string","enum":["a"]}"#, .mixedForms, ""), (#"{"discriminator":"a"}"#, .mixedForms, ""),
    (#"{"mapping":{}}"#, .mixedForms, ""), (#"{"additionalProperties":true}"#, .mixedForms, ""),
    (#"{"properties":{},"values":{}}"#, .mixedForms, ""),
    (#"{"ref":"a"}"#, .unknownDefinition, "/ref"),
    (#"{"definitions":{},"ref":1}"#, .wrongValue(expected: "string"), "/ref"),
    (#"{"type":"int64"}"#, .unknownType, "/type"), (#"{"type":1}"#, .wrongValue(expected: "string"), "/type"),
    (#"{"enum":[]}"#, .emptyEnum, "/enum"), (#"{"enum":["a","a"]}"#, .duplicateEnumValue, "/enum/1"),
    (#"{"enum":[1]}"#, .wrongValue(expected: "string"), "/enum/0"),
    (#"{"enum":"a"}"#, .wrongValue(expected: "array of strings"), "/enum"),
    (#"{"properties":[]}"#, .wrongValue(expected: "object"), "/properties"),
    (#"{"properties":{"a":{}},"optionalProperties":{"a":{}}}"#, .propertyTwice, "/optionalProperties/a"),
    (#"{"properties":{},"additionalProperties":1}"#, .wrongValue(expected: "bool"), "/additionalProperties"),
    (#"{"properties":{"a":{"type":"x"}}}"#, .unknownType, "/properties/a/type"),
    (#"{"discriminator":1,"mapping":{}}"#, .wrongValue(expected: "string"), "/discriminator"),
    (#"{"discriminator":"t","mapping":[]}"#, .wrongValue(expected: "object"), "/mapping"),
    (#"{"discriminator":"t","mapping":{"a":{}}}"#, .mappingNotProperties, "/mapping/a"),
    (
      #"{"discriminator":"t","mapping":{"a":{"properties":{},"nullable":true}}}"#, .mappingNullable,
      "/mapping/a/nullable"
    ),
    (
      #"{"discriminator":"t","mapping":{"a":{"optionalProperties":{"t":{}}}}}"#, .mappingDefinesDiscriminator,
      "/mapping/a/optionalProperties/t"
    ),
  ]

  @Test(arguments: refused)
  func refuses(schema: String, reason: SchemaError.Reason, pointer: String) throws {
    let json = try JSONValue(parsing: schema)
    let error = try #require(throws: SchemaError.self) { try Schema(json: json) }
    #expect(error.reason == reason)
    #expect(error.pointer.description == pointer)
  }

  /// Combines every keyword of one form with every keyword of another, and tests each of the two keywords that need
  /// each other alone.
  @Test func noTwoFormsMix() throws {
    let keywords: [(name: String, form: Int, value: JSONValue)] = [
      ("ref", 0, "a"), ("type", 1, "string"), ("enum", 2, ["x"]), ("elements", 3, [:]), ("properties", 4, [:]),
      ("optionalProperties", 4, [:]), ("additionalProperties", 4, true), ("values", 5, [:]), ("discriminator", 6, "t"),
      ("mapping", 6, [:]),
    ]
    for first in keywords {
      for second in keywords where first.name < second.name {
        let schema: JSONValue = ["definitions": ["a": [:]], first.name: first.value, second.name: second.value]
        let isOneForm = first.form == second.form
        if isOneForm {
          #expect(throws: Never.self, "\(first.name), \(second.name)") { try Schema(json: schema) }
        } else {
          let error = try #require(throws: SchemaError.self) { try Schema(json: schema) }
          #expect(error.reason == .mixedForms && error.pointer == JSONPointer(), "\(first.name), \(second.name)")
        }
      }
    }
  }

  @Test func keepsTheSourceAndTheMetadata() throws {
    let json: JSONValue = ["type": "string", "metadata": ["description": "a name"]]
    #expect(try Schema(json: json).json == json)
  }
}
