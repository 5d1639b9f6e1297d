import JSON
import Testing

@Suite struct ValueTests {
  static let pairs: [(JSONValue, JSONValue, Bool)] = [
    (["a": 1, "b": [.null]], ["b": [.null], "a": 1], true), (["a": 1], ["a": 1, "b": 2], false),
    (["a": 1, "c": 2], ["a": 1, "b": 2], false), (["a": 1], ["a": "1"], false), ([1, 2], [2, 1], false),
    (.null, false, false),
  ]

  @Test(arguments: pairs)
  func equalityIgnoresTheOrderOfMembersOnly(left: JSONValue, right: JSONValue, areEqual: Bool) {
    #expect((left == right) == areEqual)
  }

  @Test func membersKeepTheirPlaceWhenReplacedAndCloseUpWhenRemoved() {
    var object: JSONObject = ["a": 1, "b": 2, "c": 3]
    object["b"] = "new"
    object["d"] = 4
    object["a"] = nil
    #expect(object.members.map(\.name) == ["b", "c", "d"])
    #expect(object["b"] == "new" && object["a"] == nil)
    for position in 0..<100 { object["x\(position)"] = .integer(position) }
    for position in 0..<90 { object["x\(position)"] = nil }
    #expect(object.count == 13 && object["x95"] == 95 && object["x5"] == nil)
    for position in 90..<100 { object["x\(position)"] = nil }
    #expect(object == ["d": 4, "c": 3, "b": "new"])
  }

  @Test(
    arguments: [
      ("1", 1), ("1.0", 1), ("10e-1", 1), ("-0.0", 0), ("0e999999999999999999999", 0),
      ("1e18", 1_000_000_000_000_000_000),
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("922337203685477580.70e1", .max),
      ("-922337203685477580.8E+1", .min), ("0.001e3", 1), ("000000001", nil), ("9223372036854775808", nil),
      ("-9223372036854775809", nil), ("0.5", nil), ("1e-1", nil), ("1e19", nil), ("1e400", nil),
      ("1e99999999999999999999", nil), ("1e-99999999999999999999", nil), ("12345678901234567890123", nil),
    ] as [(String, Int64?)])
  func wholeValues(text: String, value: Int64?) {
    #expect(JSONNumber(text)?.wholeValue == value)
  }

  @Test func numbersKeepTheirText() {
    for text in ["0", "-0", "1.0", "1e400", "12345678901234567890123", "-1.50E-07", "999999999999999999"] {
      #expect(JSONNumber(text)?.text == text)
    }
    for text in ["", "01", "1.", ".5", "+1", "1 ", " 1", "0x1", "NaN", "1e", "--1", "١"] {
      #expect(JSONNumber(text) == nil)
    }
    #expect(JSONNumber("1.0") != JSONNumber("1"))
    #expect(JSONNumber("1e400")?.double == nil)
    #expect(JSONNumber(0.1)?.text == "0.1")
    #expect(JSONNumber(Double.infinity) == nil)
  }

  @Test(arguments: [
    ("", 0), ("/a", 1), ("/b/1/c~1d", 2), ("/m~0n", 3), ("/ ", 4), ("/", 5),
  ])
  func pointersLeadToTheirValues(text: String, value: Int64) throws {
    let document: JSONValue = ["a": 1, "b": [0, ["c/d": 2]], "m~n": 3, " ": 4, "": 5]
    let pointer = try #require(JSONPointer(parsing: text))
    #expect(pointer.description == text)
    #expect(pointer.value(in: document) == (text.isEmpty ? document : .integer(value)))
  }

  @Test func pointersToNothing() {
    let document: JSONValue = ["b": [0]]
    for text in ["/c", "/b/1", "/b/01", "/b/-", "/b/-1", "/b/0/x", "/b/+0"] {
      #expect(JSONPointer(parsing: text)?.value(in: document) == nil)
    }
    for text in ["a", "/~", "/~2", "/a~"] { #expect(JSONPointer(parsing: text) == nil) }
  }
}
