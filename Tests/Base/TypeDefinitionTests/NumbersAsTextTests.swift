import JSON
import Testing
import TypeDefinition

@Suite struct NumbersAsTextTests {
  @Test func numbersBecomeTextOnlyWhereTextIsWanted() throws {
    let schema = try Schema(json: [
      "definitions": ["money": ["type": "string"], "loop": ["ref": "loop"]],
      "properties": [
        "version": ["type": "uint8"], "amount": ["ref": "money"], "any": [:], "choice": ["enum": ["1", "2"]],
        "when": ["type": "timestamp"], "endless": ["ref": "loop"],
      ],
      "optionalProperties": [
        "list": ["elements": ["type": "string"]], "map": ["values": ["ref": "money"]],
        "union": [
          "discriminator": "kind",
          "mapping": ["a": ["properties": ["x": ["type": "string"]]], "b": ["properties": ["x": ["type": "uint8"]]]],
        ],
      ],
    ])
    let half = JSONValue.number(try #require(JSONNumber("0.50")))
    let instance: JSONValue = [
      "map": ["k": half], "version": 2, "amount": half, "any": half, "choice": 1, "when": 1, "endless": 1,
      "other": half,
      "list": [half, "x", true], "union": ["kind": "a", "x": half],
    ]
    #expect(
      schema.readingNumbersAsText(instance) == [
        "version": 2, "amount": "0.50", "any": half, "choice": "1", "when": 1, "endless": 1, "other": half,
        "list": ["0.50", "x", true], "map": ["k": "0.50"], "union": ["kind": "a", "x": "0.50"],
      ])
    let other: JSONValue = ["union": ["kind": "b", "x": 5], "list": 5, "map": [half], "amount": ["v": 1]]
    #expect(schema.readingNumbersAsText(other) == other)
    #expect(schema.readingNumbersAsText(["union": ["kind": "c", "x": half]]) == ["union": ["kind": "c", "x": half]])
    #expect(schema.readingNumbersAsText(7) == 7)
  }
}
