/// Encodes `Encodable` values as JSON text, directly into bytes without an intermediate tree.
///
/// Integers of every width are written in digits. It refuses a non-finite number, a value that encodes nothing, and a
/// container that is written to after an enclosing container has continued.
public struct JSONBytesEncoder: Sendable {
  /// The layout of the text.
  public var style: JSONWriter.Style

  /// Makes an encoder.
  public init(style: JSONWriter.Style = .compact) {
    self.style = style
  }

  /// Encodes a value.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot represent, or the error thrown by the value's own
  ///   `encode(to:)`.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    let sink = EncodingSink(JSONWriter(style: style))
    try sink.write(value)
    return sink.writer.bytes
  }

  /// Encodes a value into a tree.
  ///
  /// - Throws: the same errors as ``encode(_:)``; also if the value writes two members with one name or nests beyond
  ///   512 levels.
  public func encodeValue<T: Encodable>(_ value: T) throws -> JSONValue {
    let bytes = try encode(value)
    return try JSONValue(parsing: bytes, limits: JSONLimits(depth: 512, bytes: bytes.count))
  }
}

extension RawJSON {
  /// Encodes a value at once.
  ///
  /// - Throws: the same errors as ``JSONBytesEncoder/encode(_:)``.
  public init<T: Encodable>(encoding value: T) throws {
    self.init(encoded: try JSONBytesEncoder().encode(value))
  }
}

/// The writer and its open containers. There is one sink for each encoding, used on one thread.
final class EncodingSink {
  struct Level {
    let id: Int
    let isObject: Bool
  }

  var writer: JSONWriter
  private(set) var levels: [Level] = []
  private var lastID = 0
  /// The number of values begun. It reveals a value that encodes nothing.
  private(set) var written = 0

  init(_ writer: JSONWriter) {
    self.writer = writer
  }

  var depth: Int { levels.count }

  /// Opens an array or object and returns its id.
  func open(object: Bool) -> Int {
    if object { writer.beginObject() } else { writer.beginArray() }
    lastID += 1
    written += 1
    levels.append(Level(id: lastID, isObject: object))
    return lastID
  }

  func isOpen(_ id: Int, depth: Int) -> Bool {
    depth <= levels.count && levels[depth - 1].id == id
  }

  func close(to depth: Int) {
    while levels.count > depth {
      if levels.removeLast().isObject { writer.endObject() } else { writer.endArray() }
    }
  }

  /// Makes the container the innermost one again. Returns false if it was closed, which happens when its parent
  /// continued.
  func resume(_ id: Int, depth: Int) -> Bool {
    guard isOpen(id, depth: depth) else { return false }
    if levels.count > depth { close(to: depth) }
    return true
  }

  func primitive(_ body: (inout JSONWriter) -> Void) {
    written += 1
    body(&writer)
  }

  func write(double: Double) throws {
    guard let number = JSONNumber(double) else {
      throw EncodingError.invalidValue(
        double, EncodingError.Context(codingPath: [], debugDescription: "JSON has no such number"))
    }
    primitive { $0.number(number) }
  }

  func write<T: Encodable>(_ value: T) throws {
    // Comparing types is cheaper than a cast.
    if T.self == String.self, let string = value as? String { return primitive { $0.string(string) } }
    if T.self == JSONValue.self, let json = value as? JSONValue { return primitive { $0.value(json) } }
    if T.self == RawJSON.self, let raw = value as? RawJSON { return primitive { $0.raw(raw) } }
    let before = written
    let depth = levels.count
    try value.encode(to: SinkEncoder(sink: self, depth: depth, type: T.self))
    close(to: depth)
    guard written > before else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: "\(T.self) encoded nothing"))
    }
  }
}

/// The encoder that a value's `encode(to:)` receives.
struct SinkEncoder: Encoder {
  let sink: EncodingSink
  let depth: Int
  /// The type of the value, which decides how its members are spelled.
  let type: Any.Type

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy key: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedEncoding<Key>(level: open(object: true), spelling: MemberSpelling(of: type)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedEncoding(level: open(object: false)) }
  func singleValueContainer() -> any SingleValueEncodingContainer { SingleEncoding(sink: sink) }

  /// A second request for the same kind of container continues the first one. Subclasses and flattened parts make such
  /// requests.
  private func open(object: Bool) -> OpenLevel {
    if let id = sink.continued(above: depth, object: object) { return OpenLevel(sink: sink, id: id, depth: depth + 1) }
    return OpenLevel(sink: sink, id: sink.open(object: object), depth: depth + 1)
  }
}

extension EncodingSink {
  func continued(above depth: Int, object: Bool) -> Int? {
    guard levels.count > depth, levels[depth].isObject == object else { return nil }
    close(to: depth + 1)
    return levels[depth].id
  }
}
