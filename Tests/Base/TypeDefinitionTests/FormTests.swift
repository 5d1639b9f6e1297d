import JSON
import Testing
import TypeDefinition

@Suite struct FormTests {
  private func errors(
    _ schema: JSONValue, _ instance: JSONValue, _ options: ValidationOptions = ValidationOptions()
  ) throws -> Set<String> {
    Set(try Schema(json: schema).validate(instance, options: options).map { "\($0.instancePath) \($0.schemaPath)" })
  }

  @Test func empty() throws {
    #expect(try errors([:], ["any": [.null, 1]]) == [])
    #expect(try errors(["metadata": ["description": "anything"]], .null) == [])
  }

  @Test func reference() throws {
    let schema: JSONValue = ["definitions": ["amount": ["type": "string"]], "elements": ["ref": "amount"]]
    #expect(try errors(schema, ["1"]) == [])
    #expect(try errors(schema, ["1", 2]) == ["/1 /definitions/amount/type"])
  }

  @Test(arguments: [
    ("int8", "-128", true), ("int8", "127", true), ("int8", "128", false), ("uint8", "-1", false),
    ("uint8", "-0", true), ("uint8", "255.0", true), ("uint8", "2.55e2", true), ("uint8", "255.5", false),
    ("int16", "-32769", false), ("uint16", "65535", true), ("int32", "2147483648", false),
    ("uint32", "4294967295", true), ("uint32", "4294967296", false), ("uint32", "1e400", false),
    ("uint32", "0e400", true), ("int32", "100e-2", true), ("int32", "1e-1", false), ("float64", "1e400", true),
    ("float32", "1", true), ("float32", "\"1\"", false), ("boolean", "true", true), ("boolean", "0", false),
    ("string", "\"\"", true), ("string", "null", false), ("timestamp", "1", false),
  ])
  func type(name: String, instance: String, isValid: Bool) throws {
    #expect(try errors(["type": .string(name)], JSONValue(parsing: instance)) == (isValid ? [] : [" /type"]))
  }

  @Test(arguments: [
    ("1985-04-12T23:20:50.52Z", true), ("1996-12-19T16:39:57-08:00", true), ("1990-12-31T23:59:60Z", true),
    ("1990-12-31T15:59:60-08:00", true), ("1991-01-01T00:59:60+01:00", true), ("1937-01-01T12:00:27.87+00:20", true),
    ("2024-02-29t00:00:00z", true), ("2023-02-29T00:00:00Z", false), ("1900-02-29T00:00:00Z", false),
    ("2000-02-29T00:00:00Z", true), ("1990-12-31T22:59:60Z", false), ("1990-12-30T23:59:60Z", false),
    ("1990-12-31T23:59:61Z", false), ("2024-01-01T24:00:00Z", false), ("2024-01-01T00:60:00Z", false),
    ("2024-13-01T00:00:00Z", false), ("2024-00-01T00:00:00Z", false), ("2024-04-31T00:00:00Z", false),
    ("2024-01-01 00:00:00Z", false), ("2024-01-01T00:00:00", false), ("2024-01-01T00:00:00.Z", false),
    ("2024-01-01T00:00:00+24:00", false), ("2024-01-01T00:00:00+0100", false), ("2024-01-01", false),
    ("2024-01-01T00:00:00Z ", false), ("٢٠٢٤-01-01T00:00:00Z", false), ("", false),
  ])
  func timestamp(text: String, isValid: Bool) throws {
    #expect(try errors(["type": "timestamp"], .string(text)) == (isValid ? [] : [" /type"]))
  }

  @Test func enumeration() throws {
    let schema: JSONValue = ["enum": ["none", "partial"]]
    #expect(try errors(schema, "partial") == [])
    #expect(try errors(schema, "full") == [" /enum"])
    #expect(try errors(schema, 1) == [" /enum"])
  }

  @Test func elementsAndValues() throws {
    let schema: JSONValue = ["values": ["elements": ["type": "uint8"]]]
    #expect(try errors(schema, ["a": [1, 2], "b": []]) == [])
    #expect(
      try errors(schema, ["a": [1, "x"], "b/c": 1]) == ["/a/1 /values/elements/type", "/b~1c /values/elements"])
    #expect(try errors(schema, []) == [" /values"])
  }

  @Test func properties() throws {
    let schema: JSONValue = [
      "properties": ["currency": ["type": "string"], "amount": ["type": "string"]],
      "optionalProperties": ["memo": ["type": "string", "nullable": true]],
    ]
    #expect(try errors(schema, ["amount": "1", "currency": "XMR"]) == [])
    #expect(try errors(schema, ["memo": .null, "amount": "1", "currency": "XMR"]) == [])
    #expect(
      try errors(schema, ["amount": 1, "memo": 2, "more": 3]) == [
        "/amount /properties/amount/type", "/memo /optionalProperties/memo/type", "/more ",
        " /properties/currency",
      ])
    #expect(try errors(schema, .null) == [" /properties"])
    #expect(try errors(["optionalProperties": ["memo": [:]]], []) == [" /optionalProperties"])
    #expect(try errors(["properties": [:], "additionalProperties": true], ["any": 1]) == [])
  }

  @Test func manyPropertiesInAnyOrder() throws {
    let names = (0..<40).map { "p\($0)" }
    let schema: JSONValue = [
      "properties": .object(JSONObject(names.map { .init(name: $0, value: ["type": "uint8"]) }))
    ]
    let members = names.shuffled().map { JSONObject.Member(name: $0, value: 1) }
    #expect(try errors(schema, .object(JSONObject(members))) == [])
    let cut = JSONObject(members.filter { $0.name != "p7" } + [.init(name: "p40", value: 1)])
    #expect(try errors(schema, .object(cut)) == [" /properties/p7", "/p40 "])
  }

  @Test func discriminator() throws {
    let schema: JSONValue = [
      "discriminator": "type",
      "mapping": ["paid": ["properties": ["amount": ["type": "string"]]], "seen": ["properties": [:]]],
    ]
    #expect(try errors(schema, ["type": "paid", "amount": "1"]) == [])
    #expect(try errors(schema, ["type": "paid"]) == [" /mapping/paid/properties/amount"])
    #expect(try errors(schema, ["type": "seen", "amount": "1"]) == ["/amount /mapping/seen"])
    #expect(try errors(schema, ["type": "lost"]) == ["/type /mapping"])
    #expect(try errors(schema, ["type": 1]) == ["/type /discriminator"])
    #expect(try errors(schema, [:]) == [" /discriminator"])
    #expect(try errors(schema, "paid") == [" /discriminator"])
  }

  @Test func nullable() throws {
    for form: JSONValue in [
      ["type": "string"], ["enum": ["a"]], ["elements": [:]], ["values": [:]], ["properties": [:]],
      ["discriminator": "t", "mapping": [:]], ["ref": "d"],
    ] {
      var schema = try #require(form.objectValue)
      schema["definitions"] = ["d": ["type": "string"]]
      #expect(try errors(.object(schema), .null).count == 1)
      schema["nullable"] = true
      #expect(try errors(.object(schema), .null) == [])
      schema["nullable"] = false
      #expect(try errors(.object(schema), .null).count == 1)
    }
  }

  @Test func endlessReferencesAreRejectedAtTheDepthLimit() throws {
    let schema = try Schema(json: ["definitions": ["a": ["ref": "b"], "b": ["ref": "a"]], "ref": "a"])
    let errors = schema.validate(1, options: ValidationOptions(depth: 100))
    #expect(errors.map(\.reason) == [.depth])
    let list = try Schema(
      json: ["definitions": ["list": ["optionalProperties": ["next": ["ref": "list"]]]], "ref": "list"])
    #expect(list.validate(["next": ["next": [:]]]).isEmpty)
    #expect(list.validate(["next": ["next": 1]]).map(\.instancePath.description) == ["/next/next"])
  }

  @Test func errorsAreCollectedUpToTheLimit() throws {
    let wrong = JSONValue.array(Array(repeating: true, count: 50))
    let schema = try Schema(json: ["elements": ["type": "string"]])
    #expect(schema.validate(wrong).count == 8)
    #expect(schema.validate(wrong, options: ValidationOptions(errors: 1)).count == 1)
    #expect(schema.validate(wrong, options: ValidationOptions(errors: 100)).count == 50)
  }
}
