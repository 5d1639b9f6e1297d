/// The members of an object by coding key.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let unknownMembers: UnknownMembers
  let prefix: [String]
  let spelling: MemberSpelling

  var codingPath: [any CodingKey] { prefix.map { TokenKey($0) } }
  var allKeys: [Key] { object.members.compactMap { spelling.swift($0.name).flatMap(Key.init(stringValue:)) } }

  func contains(_ key: Key) -> Bool { object.position(of: name(key)) != nil }

  private func name(_ key: some CodingKey) -> String { spelling.json(key.stringValue) }

  private func decoder(_ key: some CodingKey) throws -> ValueDecoder {
    guard let value = object[name(key)] else {
      throw JSONDecodingError(kind: .missing, pointer: JSONPointer(prefix + [name(key)]))
    }
    return ValueDecoder(value: value, unknownMembers: unknownMembers)
  }

  private func nested(_ key: some CodingKey) throws -> ValueDecoder {
    var decoder = try decoder(key)
    decoder.prefix = prefix + [name(key)]
    return decoder
  }

  @inline(__always)
  private func locating<T>(_ key: Key, _ body: (ValueDecoder) throws -> T) throws -> T {
    let decoder = try decoder(key)
    do {
      return try body(decoder)
    } catch {
      throw JSONDecodingError.adopting(error, under: prefix + [name(key)])
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value.isNull }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try locating(key) { try $0.decode(type) } }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try locating(key) { try $0.decode(type) } }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try locating(key) { try $0.decode(type) } }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try locating(key) { try $0.decode(type) } }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try locating(key) { try $0.integer(type) } }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try locating(key) { try $0.integer(type) } }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try locating(key) { try $0.integer(type) } }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try locating(key) { try $0.integer(type) } }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try locating(key) { try $0.integer(type) } }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try locating(key) { try $0.integer(type) } }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try locating(key) { try $0.integer(type) } }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try locating(key) { try $0.integer(type) } }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try locating(key) { try $0.integer(type) } }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try locating(key) { try $0.integer(type) } }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try locating(key) { try $0.integer(type) } }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try locating(key) { try $0.integer(type) } }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try locating(key) { try $0.unwrap(type) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try nested(TokenKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }
}

/// The elements of an array, one after another.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let unknownMembers: UnknownMembers
  let prefix: [String]
  var currentIndex = 0

  init(elements: [JSONValue], unknownMembers: UnknownMembers, prefix: [String]) {
    self.elements = elements
    self.unknownMembers = unknownMembers
    self.prefix = prefix
  }

  var codingPath: [any CodingKey] { prefix.map { TokenKey($0) } }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  private func decoder() throws -> ValueDecoder {
    guard !isAtEnd else {
      throw JSONDecodingError(kind: .endOfArray, pointer: JSONPointer(prefix + [String(currentIndex)]))
    }
    return ValueDecoder(value: elements[currentIndex], unknownMembers: unknownMembers)
  }

  private mutating func nested() throws -> ValueDecoder {
    var decoder = try decoder()
    decoder.prefix = prefix + [String(currentIndex)]
    currentIndex += 1
    return decoder
  }

  mutating func decodeNil() throws -> Bool {
    guard try decoder().value.isNull else { return false }
    currentIndex += 1
    return true
  }

  // The standard library calls this method for the primitive types too.
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let decoder = try decoder()
    do {
      let element = try decoder.unwrap(type)
      currentIndex += 1
      return element
    } catch {
      throw JSONDecodingError.adopting(error, under: prefix + [String(currentIndex)])
    }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try nested() }
}
