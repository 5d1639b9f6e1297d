import JSON
import Testing

@Suite struct ParsingTests {
  static let accepted: [(String, JSONValue)] = [
    ("null", JSONValue.null), (" true\r\n", true), ("\tfalse ", false), ("0", 0), ("-12", -12), ("\"\"", ""),
    ("[]", []), ("{}", [:]), ("[ ]", []), ("{ }", [:]), ("[1,\"a\",[null]]", [1, "a", [.null]]),
    (#"{"a":1,"b":{"c":[true]}}"#, ["a": 1, "b": ["c": [true]]]),
    (#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00""#, "\"\\/\u{8}\u{c}\n\r\tAé€😀"),
    (#""nul \u0000 inside""#, "nul \0 inside"), ("\"żółć 😀 \u{2028}\"", "żółć 😀 \u{2028}"),
    ("999999999999999999", 999_999_999_999_999_999),
    ("-0", .number(.init(storageText: "-0"))), ("1.50", .number(.init(storageText: "1.50"))),
    ("1e400", .number(.init(storageText: "1e400"))), ("1E+2", .number(.init(storageText: "1E+2"))),
  ]

  @Test(arguments: accepted)
  func accepts(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  static let refused: [(String, JSONParseError.Kind, Int)] = [
    ("", JSONParseError.Kind.empty, 0), ("  \n", .empty, 3), ("nul", .unexpectedEnd, 3),
    ("nulL", .unexpectedByte(0x4c), 3), ("True", .unexpectedByte(0x54), 0), ("[1,]", .unexpectedByte(0x5d), 3),
    ("[1 2]", .unexpectedByte(0x32), 3), ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2),
    ("{", .unexpectedEnd, 1), (#"{"a"}"#, .unexpectedByte(0x7d), 4), (#"{"a":}"#, .unexpectedByte(0x7d), 5),
    (#"{"a":1,}"#, .unexpectedByte(0x7d), 7), ("{a:1}", .unexpectedByte(0x61), 1), ("1 1", .trailingContent, 2),
    ("[]]", .trailingContent, 2), ("null\0", .trailingContent, 4), ("\u{feff}null", .byteOrderMark, 0),
    ("01", .invalidNumber, 0), ("-01", .invalidNumber, 1), ("-", .unexpectedEnd, 1), ("-a", .invalidNumber, 1),
    ("1.", .unexpectedEnd, 2), ("1.a", .invalidNumber, 2), ("1e", .unexpectedEnd, 2), ("1e+ ", .invalidNumber, 3),
    (".5", .unexpectedByte(0x2e), 0), ("+1", .unexpectedByte(0x2b), 0), ("0x1", .trailingContent, 1),
    ("NaN", .unexpectedByte(0x4e), 0), ("Infinity", .unexpectedByte(0x49), 0), ("-Infinity", .invalidNumber, 1),
    ("'a'", .unexpectedByte(0x27), 0), ("/**/1", .unexpectedByte(0x2f), 0), ("\"a", .unexpectedEnd, 2),
    ("\"a\\", .unexpectedEnd, 3), ("\"\\x41\"", .invalidEscape, 1), ("\"\\u12g4\"", .invalidEscape, 1),
    ("\"\\u12", .unexpectedEnd, 5), ("\"\\ud800\"", .loneSurrogate, 1), ("\"a\\udc00\"", .loneSurrogate, 2),
    ("\"\\ud800\\u0041\"", .loneSurrogate, 1), ("\"\\ud800\\ud800\"", .loneSurrogate, 1),
    ("\"a\nb\"", .controlCharacter, 2), ("\"\u{1f}\"", .controlCharacter, 1),
    ("\"\\n\t\"", .controlCharacter, 3), (#"{"a":1,"b":2,"a":1}"#, .duplicateMember, 13),
    (#"{"a":1,"\u0061":1}"#, .duplicateMember, 7),
  ]

  @Test(arguments: refused)
  func refuses(text: String, kind: JSONParseError.Kind, offset: Int) {
    #expect(throws: JSONParseError(kind: kind, offset: offset)) { try JSONValue(parsing: text) }
  }

  static let illFormed: [([UInt8], Int)] = [
    ([0x80], 1), ([0x61, 0xc3], 2), ([0xc0, 0xaf], 1), ([0xe0, 0x80, 0x80], 1), ([0xed, 0xa0, 0x80], 1),
    ([0xf4, 0x90, 0x80, 0x80], 1), ([0xff], 1), ([0xc3, 0xa9, 0xe2, 0x82], 3), ([0x5c, 0x6e, 0xc3, 0xa9, 0xfe], 5),
  ]

  @Test(arguments: illFormed)
  func refusesInvalidUTF8(content: [UInt8], offset: Int) {
    #expect(throws: JSONParseError(kind: .invalidUTF8, offset: offset)) {
      try JSONValue(parsing: [0x22] + content + [0x22])
    }
  }

  @Test func limitsDepth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONValue(parsing: nested(32))
    #expect(throws: JSONParseError(kind: .tooDeep, offset: 32)) { try JSONValue(parsing: nested(33)) }
    #expect(throws: JSONParseError(kind: .tooDeep, offset: 1)) {
      try JSONValue(parsing: "[{}]", limits: JSONLimits(depth: 1))
    }
    #expect(throws: JSONParseError(kind: .tooDeep, offset: 32)) {
      try JSONValue(parsing: String(repeating: "[", count: 1_000_000))
    }
  }

  @Test func limitsSize() throws {
    _ = try JSONValue(parsing: "[1,2]", limits: JSONLimits(bytes: 5))
    #expect(throws: JSONParseError(kind: .tooLarge, offset: 4)) {
      try JSONValue(parsing: "[1,2]", limits: JSONLimits(bytes: 4))
    }
  }

  @Test func limitsTheNumberOfValues() throws {
    for text in ["[1,2]", #"{"a":{"b":1}}"#, "[[[]]]"] {
      _ = try JSONValue(parsing: text, limits: JSONLimits(values: 3))
      #expect(throws: JSONParseError.self) { try JSONValue(parsing: text, limits: JSONLimits(values: 2)) }
    }
    #expect(throws: JSONParseError(kind: .tooManyValues, offset: 5)) {
      try JSONValue(parsing: "[1,2,3,4]", limits: JSONLimits(values: 3))
    }
  }

  @Test func namesAreDistinctByBytesNotByEquivalence() throws {
    // The two spellings of é are canonically equivalent: equal as Swift strings, different as JSON names.
    let object = try #require(JSONValue(parsing: "{\"\u{e9}\":1,\"e\u{301}\":2}").objectValue)
    #expect(object["\u{e9}"] == 1)
    #expect(object["e\u{301}"] == 2)
    #expect(JSONValue.string("\u{e9}") != JSONValue.string("e\u{301}"))
  }

  @Test func largeObjectsFindAndRefuseLikeSmallOnes() throws {
    let members = (0..<500).map { "\"m\($0)\":\($0)" }
    let object = try #require(JSONValue(parsing: "{\(members.joined(separator: ","))}").objectValue)
    for position in 0..<500 { #expect(object["m\(position)"] == .integer(position)) }
    #expect(object["m500"] == nil)
    #expect(throws: JSONParseError.self) {
      try JSONValue(parsing: "{\((members + ["\"m3\":0"]).joined(separator: ","))}")
    }
  }

  @Test func locatesByLineAndColumn() throws {
    let text = Array("{\n  \"a\": 1,\n  oops\n}".utf8)
    let error = try #require(throws: JSONParseError.self) { try JSONValue(parsing: text) }
    #expect(error.location(in: text) == (3, 3))
    #expect(error.description == "unexpected character at byte 14")
  }
}

extension JSONNumber {
  /// Makes a number that the test writes as text.
  init(storageText text: String) {
    self = JSONNumber(text) ?? 0
  }
}
