import JSON
import Testing

@Suite struct WritingTests {
  private let value: JSONValue = [
    "name": "Zoë \"Z\" \\ / \u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f}\u{2028}😀", "empty": [[:], []],
    "list": [1, -2, .null, true],
    "nested": ["a": ["b": false]],
  ]

  @Test func compact() {
    #expect(
      value.text()
        == #"{"name":"Zoë \"Z\" \\ / \b\f\n\r\t\u0001\u001f"# + "\u{7f}\u{2028}😀"
        + #"","empty":[{},[]],"list":[1,-2,null,true],"nested":{"a":{"b":false}}}"#)
  }

  @Test func prettyForPeople() throws {
    let value: JSONValue = ["a": [], "b": [1, ["c": .null]], "d": [:]]
    #expect(
      value.text(style: .pretty) == """
        {
          "a": [],
          "b": [
            1,
            {
              "c": null
            }
          ],
          "d": {}
        }
        """)
    #expect(try JSONValue(parsing: self.value.text(style: .pretty)) == self.value)
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    for scalar in 0..<UInt32(0x3000) {
      guard let scalar = Unicode.Scalar(scalar) else { continue }
      let value = JSONValue.string("a\(Character(scalar))b")
      #expect(try JSONValue(parsing: value.encoded()) == value)
    }
  }

  @Test(arguments: [
    Int128(0), 1, -1, 10, 999_999_999_999_999_999, 1_000_000_000_000_000_000, -1_000_000_000_000_000_000,
    Int128(Int64.max), Int128(Int64.min), Int128(UInt64.max), .max, .min,
  ])
  func integersOfEveryWidth(integer: Int128) throws {
    var writer = JSONWriter()
    writer.beginArray()
    writer.integer(integer)
    writer.number(JSONNumber(integer))
    writer.endArray()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[\(integer),\(integer)]")
    #expect(try JSONValue(parsing: "\(integer)").integerValue(as: Int128.self) == integer)
    #expect(JSONNumber("\(integer)") == JSONNumber(integer))
  }

  @Test func encodedBytesAreCopiedAsTheyAre() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("cached")
    writer.raw(RawJSON(encoded: Array("[1.50]".utf8)))
    writer.name("next")
    writer.null()
    writer.endObject()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"cached":[1.50],"next":null}"#)
  }
}
