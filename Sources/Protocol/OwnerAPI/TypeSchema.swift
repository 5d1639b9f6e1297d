import JSON
import PaymentsAPI
import PaymentsModel

/// The JSON Schema of a `Decodable` type, found by letting the type decode itself and noting what it asks for: which
/// members, of which types, and whether they may be absent. The types are thus the only description of the messages.
enum TypeSchema {
  /// The schema of a type. The object types that it has in it are added to `components` under their names, and
  /// referred to.
  ///
  /// - Throws: what the type throws when it decodes; a type that checks more than the kinds of its members has to be a
  ///   ``SchemaDescribed``.
  static func of(_ type: any Decodable.Type, _ components: inout [String: JSONValue]) throws -> JSONValue {
    let record = Record(components)
    _ = try record.value(of: type)
    components = record.components
    return record.schema
  }
}

/// A type that tells its schema itself: a text of a certain form, or a choice of objects.
protocol SchemaDescribed: Decodable {
  /// The schema, or the types of which a value is one.
  static var form: SchemaForm { get }
  /// A value of the type, for what decodes it.
  static var example: JSONValue { get }
}

/// How a type tells its schema.
enum SchemaForm {
  /// A schema as it stands in the document.
  case schema(JSONValue)
  /// The object schema of the payments specification that has this name.
  case payments(String)
  /// One of several types.
  case oneOf([any Decodable.Type])
}

/// What one value was found to be.
private final class Record {
  var schema: JSONValue = [:]
  var components: [String: JSONValue]

  init(_ components: [String: JSONValue]) { self.components = components }

  /// Finds the schema of a type, and makes a value of it.
  func value<T: Decodable>(of type: T.Type) throws -> T {
    if let described = type as? any SchemaDescribed.Type { return try example(described, as: type) }
    if let cases = Self.texts(of: type), let first = cases.first?.0 as? T {
      schema = ["type": "string", "enum": .array(cases.map { .string($0.1) })]
      return first
    }
    if type == JSONValue.self, let any = JSONValue.null as? T {
      schema = [:]
      return any
    }
    let decoder = RecordingDecoder(self, MemberSpelling(of: type))
    let value = try T(from: decoder)
    if let object = decoder.object { schema = object.schema(named: Self.name(of: type), self) }
    return value
  }

  private func example<T>(_ described: any SchemaDescribed.Type, as type: T.Type) throws -> T {
    switch described.form {
    case .schema(let given): schema = given
    case .payments(let name): schema = Self.reference(name)
    case .oneOf(let types):
      schema = ["oneOf": .array(try types.map { try TypeSchema.of($0, &components) })]
    }
    guard let value = try JSONValueDecoder().decode(described, from: described.example) as? T else {
      throw DecodingError.typeMismatch(type, .init(codingPath: [], debugDescription: "the example is of another type"))
    }
    return value
  }

  static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

  /// `Params` and `Result` stand in their method; all other objects are shared.
  private static func name(of type: any Decodable.Type) -> String? {
    let name = String(describing: type)
    return ["Params", "Result", "\(OwnerNothing.self)"].contains(name) || name.unicodeScalars.contains("<")
      ? nil : name
  }

  /// The cases of an enumeration of texts, with their texts.
  private static func texts(of type: Any.Type) -> [(Any, String)]? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    return cases(of: type)
  }

  private static func cases<T: CaseIterable>(of type: T.Type) -> [(Any, String)]? {
    let texts = type.allCases.compactMap { value in
      (value as? any RawRepresentable<String>).map { (value as Any, $0.rawValue) }
    }
    return texts.isEmpty ? nil : texts
  }
}

/// The members of an object, in the order in which they are asked for.
private final class ObjectRecord {
  var members: [(name: String, schema: JSONValue, isRequired: Bool)] = []
  /// The schema of all members, where their names are not known.
  var values: JSONValue?

  func schema(named name: String?, _ record: Record) -> JSONValue {
    let schema: JSONValue
    if let values {
      schema = ["type": "object", "additionalProperties": values]
    } else {
      var properties = JSONObject()
      for member in members { properties[member.name] = member.schema }
      let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
      var object: JSONObject = ["type": "object", "properties": .object(properties)]
      if !required.isEmpty { object["required"] = .array(required) }
      schema = .object(object)
    }
    guard let name, values == nil else { return schema }
    record.components[name] = schema
    return Record.reference(name)
  }
}

/// Notes what a value asks for.
private final class RecordingDecoder: Decoder {
  let record: Record
  private let spelling: MemberSpelling
  private(set) var object: ObjectRecord?
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ record: Record, _ spelling: MemberSpelling) {
    self.record = record
    self.spelling = spelling
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    let object = object ?? ObjectRecord()
    self.object = object
    return KeyedDecodingContainer(Members<Key>(record: record, object: object, spelling: spelling))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(record: record) }
  func singleValueContainer() -> any SingleValueDecodingContainer { Scalar(record: record) }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let record: Record
  let object: ObjectRecord
  let spelling: MemberSpelling
  var codingPath: [any CodingKey] { [] }

  /// One name of any text, which only those ask for who know no names.
  var allKeys: [Key] {
    object.values = [:]
    return Key(stringValue: "name").map { [$0] } ?? []
  }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try note(type, key, isRequired: true) }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try note(type, key, isRequired: false)
  }

  private func note<T: Decodable>(_ type: T.Type, _ key: Key, isRequired: Bool) throws -> T {
    let inner = Record(record.components)
    let value = try inner.value(of: type)
    record.components = inner.components
    if object.values != nil { object.values = inner.schema }
    object.members.append((spelling.json(key.stringValue), inner.schema, isRequired))
    return value
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw unsupported }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw unsupported }
  func superDecoder() throws -> any Decoder { throw unsupported }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw unsupported }

  private var unsupported: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "this type has to tell its schema itself"))
  }

  // The scalars have requirements of their own, which would otherwise not be asked for by ``decode(_:forKey:)``.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try note(type, key, isRequired: true) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try note(type, key, isRequired: true) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try note(type, key, isRequired: true) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try note(type, key, isRequired: true) }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try note(type, key, isRequired: false) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try note(type, key, isRequired: false)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try note(type, key, isRequired: false) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try note(type, key, isRequired: false) }
}

/// An array of one element.
private struct Elements: UnkeyedDecodingContainer {
  let record: Record
  var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex == 1 }

  init(record: Record) { self.record = record }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let inner = Record(record.components)
    let value = try inner.value(of: type)
    record.components = inner.components
    record.schema = ["type": "array", "items": inner.schema]
    currentIndex = 1
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw unsupported
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unsupported }
  mutating func superDecoder() throws -> any Decoder { throw unsupported }

  private var unsupported: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "this type has to tell its schema itself"))
  }
}

/// A text, number or truth value.
private struct Scalar: SingleValueDecodingContainer {
  let record: Record
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }
  func decode(_ type: Bool.Type) -> Bool { note("boolean", false) }
  func decode(_ type: String.Type) -> String { note("string", "") }
  func decode(_ type: Int.Type) -> Int { note("integer", 0) }
  func decode(_ type: Int64.Type) -> Int64 { note("integer", 0) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try record.value(of: type) }

  private func note<T>(_ kind: String, _ value: T) -> T {
    record.schema = ["type": .string(kind)]
    return value
  }
}
