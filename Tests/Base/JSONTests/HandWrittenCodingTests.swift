import JSON
import Testing

/// Tests types with hand-written `Codable` implementations.
@Suite struct HandWrittenCodingTests {
  enum Key: String, CodingKey { case outer, inner, list, first, second }

  struct Nested: Codable, Equatable {
    var value: Int
    var list: [UInt8]

    init(value: Int, list: [UInt8]) {
      self.value = value
      self.list = list
    }

    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .outer)
      value = try outer.decode(Int.self, forKey: .inner)
      var elements = try outer.nestedUnkeyedContainer(forKey: .list)
      list = []
      while !elements.isAtEnd { list.append(try elements.decode(UInt8.self)) }
      if list.contains(13) {
        throw DecodingError.dataCorruptedError(in: elements, debugDescription: "thirteen")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var outer = container.nestedContainer(keyedBy: Key.self, forKey: .outer)
      try outer.encode(value, forKey: .inner)
      var elements = outer.nestedUnkeyedContainer(forKey: .list)
      for element in list { try elements.encode(element) }
      try container.encodeNil(forKey: .second)
    }
  }

  @Test func nestedContainers() throws {
    let text = #"{"outer":{"inner":5,"list":[1,255]},"second":null}"#
    let nested = Nested(value: 5, list: [1, 255])
    #expect(String(decoding: try JSONBytesEncoder().encode(nested), as: UTF8.self) == text)
    #expect(try JSONValueDecoder().decode(Nested.self, from: JSONValue(parsing: text)) == nested)
  }

  @Test(arguments: [
    (#"{"outer":{"inner":5,"list":[1,256]}}"#, "/a/0/outer/list/1"), (#"{"outer":{"list":[]}}"#, "/a/0/outer/inner"),
    (#"{"outer":{"inner":1,"list":[13]}}"#, "/a/0/outer/list/1"),
    (#"{"outer":[]}"#, "/a/0/outer"), ("{}", "/a/0/outer"),
  ])
  func errorsInNestedContainersKeepTheirWholePath(text: String, pointer: String) throws {
    let value = try JSONValue(parsing: #"{"a":[\#(text)]}"#)
    let error = try #require(throws: JSONDecodingError.self) {
      try JSONValueDecoder().decode([String: [Nested]].self, from: value)
    }
    #expect(error.pointer.description == pointer)
  }

  struct Interleaved: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedContainer(keyedBy: Key.self, forKey: .first)
      try container.encode(1, forKey: .second)
      try first.encode(2, forKey: .inner)
    }
  }

  struct Flattened: Encodable {
    struct Part: Encodable { var second = 2 }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .first)
      try Part().encode(to: encoder)
    }
  }

  struct Silent: Encodable {
    func encode(to encoder: any Encoder) throws {}
  }

  @Test func oneObjectFromTwoParts() throws {
    #expect(
      String(decoding: try JSONBytesEncoder().encode([Flattened()]), as: UTF8.self) == #"[{"first":1,"second":2}]"#)
  }

  @Test func whatCannotBeWrittenAsItGoesIsRefused() {
    #expect(throws: EncodingError.self) { try JSONBytesEncoder().encode(Interleaved()) }
    #expect(throws: EncodingError.self) { try JSONBytesEncoder().encode(["a": Silent()]) }
  }

  @Test func jsonValuesPassThroughWhole() throws {
    struct Holder: Codable, Equatable {
      var any: JSONValue
      var none: JSONValue?
    }
    let text = #"{"any":{"n":1.50,"big":12345678901234567890123,"l":[null]}}"#
    let holder = try JSONValueDecoder().decode(Holder.self, from: JSONValue(parsing: text))
    #expect(String(decoding: try JSONBytesEncoder().encode(holder), as: UTF8.self) == text)
    #expect(
      String(decoding: try RawJSON(encoding: [RawJSON(holder.any)]).bytes, as: UTF8.self)
        == "[" + holder.any.text() + "]")
  }
}
