/// The treatment of members that a type does not have.
public enum UnknownMembers: Sendable {
  /// The decoder ignores them, so that peers can add members.
  case ignore
  /// The decoder refuses them by name, as ``JSONDecodingError/Kind/unknownMember``.
  case refuse
}

/// Decodes `Decodable` values from JSON values exactly: integers are accepted only in plain integer text and in range.
///
/// `decoder.codingPath` is empty in the initialiser of a nested value. The path is added when an error is passed up,
/// which costs nothing while there is no error.
public struct JSONValueDecoder: Sendable {
  /// The treatment of members that a type does not have.
  public var unknownMembers: UnknownMembers

  /// Makes a decoder.
  public init(unknownMembers: UnknownMembers = .ignore) {
    self.unknownMembers = unknownMembers
  }

  /// Decodes a value.
  ///
  /// - Throws: ``JSONDecodingError`` with the pointer of the part that could not be decoded.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from value: JSONValue) throws(JSONDecodingError) -> T {
    do {
      return try ValueDecoder(value: value, unknownMembers: unknownMembers).unwrap(type)
    } catch {
      throw JSONDecodingError.adopting(error, under: [])
    }
  }
}

/// A decoder at one value.
struct ValueDecoder: Decoder {
  let value: JSONValue
  let unknownMembers: UnknownMembers
  /// The tokens from the value at which the enclosing initialiser started, for containers that the initialiser nests
  /// itself.
  var prefix: [String] = []
  /// The type that is decoded, which decides how its members are spelled.
  var type: Any.Type = Any.self

  var codingPath: [any CodingKey] { prefix.map { TokenKey($0) } }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func unwrap<T: Decodable>(_ type: T.Type) throws -> T {
    // Comparing types is cheaper than a cast, and JSON values are passed through unchanged.
    if type == JSONValue.self, let same = value as? T { return same }
    var decoder = self
    decoder.type = type
    return try T(from: decoder)
  }

  func container<Key: CodingKey>(keyedBy key: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else { throw mismatch("object") }
    let spelling = MemberSpelling(of: type)
    if unknownMembers == .refuse {
      for member in object.members where spelling.swift(member.name).flatMap(Key.init(stringValue:)) == nil {
        throw JSONDecodingError(kind: .unknownMember, pointer: JSONPointer(prefix + [member.name]))
      }
    }
    return KeyedDecodingContainer(
      KeyedDecoding<Key>(object: object, unknownMembers: unknownMembers, prefix: prefix, spelling: spelling))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch("array") }
    return UnkeyedDecoding(elements: elements, unknownMembers: unknownMembers, prefix: prefix)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func mismatch(_ expected: String) -> JSONDecodingError {
    JSONDecodingError(
      kind: .typeMismatch(expected: expected, found: value.kind), pointer: JSONPointer(prefix))
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let bool) = value else { throw mismatch("bool") }
    return bool
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let string) = value else { throw mismatch("string") }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard case .number(let number) = value else { throw mismatch("number") }
    guard let double = number.double else { throw range("Double") }
    return double
  }

  func decode(_ type: Float.Type) throws -> Float {
    let float = Float(try decode(Double.self))
    guard float.isFinite else { throw range("Float") }
    return float
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    guard case .number(let number) = value else { throw mismatch("integer") }
    guard let integer = number.integer(as: type) else { throw range("\(type)") }
    return integer
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    do {
      return try ValueDecoder(value: value, unknownMembers: unknownMembers).unwrap(type)
    } catch {
      throw JSONDecodingError.adopting(error, under: prefix)
    }
  }

  private func range(_ type: String) -> JSONDecodingError {
    JSONDecodingError(kind: .outOfRange(type: type), pointer: JSONPointer(prefix))
  }
}
