/// One open array or object of an ``EncodingSink``.
struct OpenLevel {
  let sink: EncodingSink
  let id: Int
  let depth: Int

  func resume(_ value: @autoclosure () -> Any) throws {
    guard sink.resume(id, depth: depth) else {
      throw EncodingError.invalidValue(
        value(), EncodingError.Context(codingPath: [], debugDescription: "the container has been closed already"))
    }
  }

  /// Opens a nested container in calls that cannot throw. If this level is closed, the nested one is closed too, and
  /// writing to it throws.
  func nested(object: Bool, name: String?) -> OpenLevel {
    guard sink.resume(id, depth: depth) else { return OpenLevel(sink: sink, id: 0, depth: 1) }
    if let name { sink.writer.name(name) }
    return OpenLevel(sink: sink, id: sink.open(object: object), depth: depth + 1)
  }
}

struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let level: OpenLevel
  var spelling = MemberSpelling.same

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  private func member(_ key: Key, is value: @autoclosure () -> Any, _ body: (inout JSONWriter) -> Void) throws {
    try level.resume(value())
    level.sink.primitive {
      $0.name(spelling.json(key.stringValue))
      body(&$0)
    }
  }

  @inline(__always)
  private func integer(_ value: some FixedWidthInteger, _ key: Key) throws {
    try member(key, is: value) { $0.integer(value) }
  }

  func encodeNil(forKey key: Key) throws { try member(key, is: ()) { $0.null() } }
  func encode(_ value: Bool, forKey key: Key) throws { try member(key, is: value) { $0.bool(value) } }
  func encode(_ value: String, forKey key: Key) throws { try member(key, is: value) { $0.string(value) } }
  func encode(_ value: Int, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int128, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try integer(value, key) }

  func encode(_ value: Double, forKey key: Key) throws {
    try level.resume(value)
    level.sink.writer.name(spelling.json(key.stringValue))
    try level.sink.write(double: value)
  }

  func encode(_ value: Float, forKey key: Key) throws { try encode(Double(value), forKey: key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try level.resume(value)
    level.sink.writer.name(spelling.json(key.stringValue))
    try level.sink.write(value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      KeyedEncoding<NestedKey>(level: level.nested(object: true, name: spelling.json(key.stringValue))))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    UnkeyedEncoding(level: level.nested(object: false, name: spelling.json(key.stringValue)))
  }

  func superEncoder() -> any Encoder { LateEncoder(level: level, name: "super") }
  func superEncoder(forKey key: Key) -> any Encoder { LateEncoder(level: level, name: spelling.json(key.stringValue)) }
}

struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let level: OpenLevel
  var count = 0

  init(level: OpenLevel) {
    self.level = level
  }

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() throws {
    try level.resume(())
    level.sink.primitive { $0.null() }
    count += 1
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try level.resume(value)
    try level.sink.write(value)
    count += 1
  }

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey>
  {
    count += 1
    return KeyedEncodingContainer(KeyedEncoding<NestedKey>(level: level.nested(object: true, name: nil)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    count += 1
    return UnkeyedEncoding(level: level.nested(object: false, name: nil))
  }

  mutating func superEncoder() -> any Encoder {
    count += 1
    return LateEncoder(level: level, name: nil)
  }
}

struct SingleEncoding: SingleValueEncodingContainer {
  let sink: EncodingSink

  var codingPath: [any CodingKey] { [] }

  func encodeNil() throws { sink.primitive { $0.null() } }
  func encode(_ value: Bool) throws { sink.primitive { $0.bool(value) } }
  func encode(_ value: String) throws { sink.primitive { $0.string(value) } }
  func encode(_ value: Double) throws { try sink.write(double: value) }
  func encode(_ value: Float) throws { try sink.write(double: Double(value)) }
  func encode(_ value: Int) throws { sink.primitive { $0.integer(value) } }
  func encode(_ value: Int8) throws { sink.primitive { $0.integer(value) } }
  func encode(_ value: Int16) throws { sink.primitive { $0.integer(value) } }
  func encode(_ value: Int32) throws { sink.primitive { $0.integer(value) } }
  func encode(_ value: Int64) throws { sink.primitive { $0.integer(value) } }
  func encode(_ value: Int128) throws { sink.primitive { $0.integer(value) } }
  func encode(_ value: UInt) throws { sink.primitive { $0.integer(value) } }
  func encode(_ value: UInt8) throws { sink.primitive { $0.integer(value) } }
  func encode(_ value: UInt16) throws { sink.primitive { $0.integer(value) } }
  func encode(_ value: UInt32) throws { sink.primitive { $0.integer(value) } }
  func encode(_ value: UInt64) throws { sink.primitive { $0.integer(value) } }
  func encode(_ value: UInt128) throws { sink.primitive { $0.integer(value) } }
  func encode<T: Encodable>(_ value: T) throws { try sink.write(value) }
}

/// The encoder for a superclass. It writes its name only when something is encoded, because it cannot throw before.
struct LateEncoder: Encoder, SingleValueEncodingContainer {
  let level: OpenLevel
  let name: String?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedEncoding<Key>(level: level.nested(object: true, name: name)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedEncoding(level: level.nested(object: false, name: name))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { try encode(JSONValue.null) }

  func encode<T: Encodable>(_ value: T) throws {
    try level.resume(value)
    if let name { level.sink.writer.name(name) }
    try level.sink.write(value)
  }
}
