import JSON
import Testing

private struct Order: Codable, Equatable {
  enum State: String, Codable { case pending, settled }
  struct Part: Codable, Equatable {
    var index: UInt8
    var note: String?
  }
  var id: String
  var state: State
  var amount: UInt64
  var parts: [Part]
  var labels: [String: Int]
  var memo: String?
}

@Suite struct CodingTests {
  private let order = Order(
    id: "ö\"1", state: .settled, amount: .max, parts: [.init(index: 0, note: nil), .init(index: 255, note: "n")],
    labels: ["x": -1], memo: nil)
  private let json =
    #"{"id":"ö\"1","state":"settled","amount":18446744073709551615,"#
    + #""parts":[{"index":0},{"index":255,"note":"n"}],"labels":{"x":-1}}"#

  @Test func encodesStraightToBytesInOrderOfDeclaration() throws {
    #expect(String(decoding: try JSONBytesEncoder().encode(order), as: UTF8.self) == json)
    #expect(try JSONBytesEncoder().encodeValue(order) == JSONValue(parsing: json))
  }

  @Test func decodesWhatItEncoded() throws {
    #expect(try JSONValueDecoder().decode(Order.self, from: JSONValue(parsing: json)) == order)
  }

  private func failure<T: Decodable>(
    _ type: T.Type, _ text: String, unknown: UnknownMembers = .ignore
  ) throws -> JSONDecodingError {
    let value = try JSONValue(parsing: text)
    return try #require(throws: JSONDecodingError.self) {
      try JSONValueDecoder(unknownMembers: unknown).decode(type, from: value)
    }
  }

  @Test func errorsPointAtTheValue() throws {
    var error = try failure(Order.self, json.replacing("255", with: "256"))
    #expect(error.pointer.description == "/parts/1/index")
    #expect(error.kind == .outOfRange(type: "UInt8"))
    error = try failure(Order.self, json.replacing("settled", with: "lost"))
    #expect(error.pointer.description == "/state")
    #expect(error.kind == .invalidValue)
    error = try failure(Order.self, json.replacing(#""index":0"#, with: ""))
    #expect(error.pointer.description == "/parts/0/index")
    #expect(error.kind == .missing)
    error = try failure(Order.self, json.replacing(#"{"x":-1}"#, with: #"{"a/b~":"c"}"#))
    #expect(error.pointer.description == "/labels/a~1b~0")
    #expect(error.kind == .typeMismatch(expected: "integer", found: .string))
    error = try failure(Order.self, "[]")
    #expect(error.pointer.description == "")
    #expect(error.kind == .typeMismatch(expected: "object", found: .array))
    #expect(error.description == "value should be object, is array")
  }

  @Test func unknownMembersAreRefusedWhenAsked() throws {
    let text = json.replacing(#""index":0"#, with: #""index":0,"extra":null"#)
    #expect(try JSONValueDecoder().decode(Order.self, from: JSONValue(parsing: text)) == order)
    let error = try failure(Order.self, text, unknown: .refuse)
    #expect(error.pointer.description == "/parts/0/extra")
    #expect(error.kind == .unknownMember)
  }

  @Test func integersAreExact() throws {
    func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
      try JSONValueDecoder().decode(type, from: JSONValue(parsing: text))
    }
    #expect(try decode(Int64.self, "-9223372036854775808") == .min)
    #expect(try decode(UInt64.self, "18446744073709551615") == .max)
    #expect(try decode(UInt128.self, "340282366920938463463374607431768211455") == .max)
    #expect(try decode(Int64.self, "9007199254740993") == 9_007_199_254_740_993)
    for text in ["9223372036854775808", "1.0", "1e2", "1e400", "0.5"] {
      #expect(try failure(Int64.self, text).kind == .outOfRange(type: "Int64"))
    }
    #expect(try failure(UInt64.self, "-1").kind == .outOfRange(type: "UInt64"))
    #expect(try failure(Double.self, "1e400").kind == .outOfRange(type: "Double"))
    #expect(try failure(Int.self, "true").kind == .typeMismatch(expected: "integer", found: .bool))
    #expect(try failure(Bool.self, "1").kind == .typeMismatch(expected: "bool", found: .number))
  }

  @Test func encodesEveryIntegerWidth() throws {
    let encoder = JSONBytesEncoder()
    #expect(
      String(decoding: try encoder.encode([Int64.min, 0, .max]), as: UTF8.self)
        == "[-9223372036854775808,0,9223372036854775807]")
    #expect(
      String(decoding: try encoder.encode(["a": UInt128.max]), as: UTF8.self)
        == #"{"a":340282366920938463463374607431768211455}"#)
    #expect(throws: EncodingError.self) { try encoder.encode(Double.nan) }
    #expect(String(decoding: try encoder.encode([0.1, 1e300]), as: UTF8.self) == "[0.1,1e+300]")
  }

  @Test func membersAreSpelledInSnakeCase() throws {
    let spelled = Spelled(
      orderID: "1", waitMilliseconds: 2, sha256: "3", inPool: true, labels: ["camelCase": 4], parts: [.init(partID: 5)],
      plain: .init(camelCase: 6))
    let text =
      #"{"order_id":"1","wait_ms":2,"sha256":"3","in_pool":true,"labels":{"camelCase":4},"#
      + #""parts":[{"part_id":5}],"plain":{"camelCase":6}}"#
    #expect(String(decoding: try JSONBytesEncoder().encode(spelled), as: UTF8.self) == text)
    let value = try JSONValue(parsing: text)
    #expect(try JSONValueDecoder().decode(Spelled.self, from: value) == spelled)
    #expect(try JSONValueDecoder(unknownMembers: .refuse).decode(Spelled.self, from: value) == spelled)
    var error = try failure(Spelled.self, text.replacing("part_id", with: "partID"))
    #expect(error.pointer.description == "/parts/0/part_id")
    #expect(error.kind == .missing)
    error = try failure(Spelled.self, text.replacing("in_pool", with: "inPool"), unknown: .refuse)
    #expect(error.pointer.description == "/inPool")
    #expect(error.kind == .unknownMember)
    error = try failure(Spelled.self, text.replacing("wait_ms", with: "wait_milliseconds"), unknown: .refuse)
    #expect(error.kind == .unknownMember)
  }
}

private struct Spelled: Codable, Equatable, SnakeCaseMembers {
  struct Part: Codable, Equatable, SnakeCaseMembers { var partID: Int }
  struct Plain: Codable, Equatable { var camelCase: Int }
  var orderID: String
  var waitMilliseconds: Int
  var sha256: String
  var inPool: Bool
  var labels: [String: Int]
  var parts: [Part]
  var plain: Plain
}
