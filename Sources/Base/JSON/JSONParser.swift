/// The limits of a parser.
public struct JSONLimits: Sendable, Equatable {
  /// The maximum nesting depth of arrays and objects; a scalar has depth 0.
  public var depth: Int
  /// The maximum size of a text in bytes.
  public var bytes: Int
  /// The maximum number of values, including those inside arrays and objects. The cost of parsing depends more on it
  /// than on the number of bytes.
  public var values: Int

  /// Makes limits. The defaults are 32 levels, 1 MiB and any number of values.
  public init(depth: Int = 32, bytes: Int = 1 << 20, values: Int = .max) {
    self.depth = depth
    self.bytes = bytes
    self.values = values
  }
}

extension JSONValue {
  /// Parses one JSON text strictly by RFC 8259: UTF-8 without a byte order mark, no duplicate member names, no lone
  /// surrogates, and nothing after the value.
  ///
  /// - Throws: ``JSONParseError`` with the first broken rule and its offset.
  public init(parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = JSONLimits()) throws(JSONParseError) {
    guard bytes.count <= limits.bytes else { throw JSONParseError(kind: .tooLarge, offset: limits.bytes) }
    var scanner = JSONScanner(bytes, maximumDepth: limits.depth, maximumValues: limits.values)
    self = try scanner.document()
  }

  /// Parses one JSON text; see ``init(parsing:limits:)-(UnsafeRawBufferPointer,_)``.
  public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONParseError) {
    self = try bytes.withUnsafeBufferPointer { buffer throws(JSONParseError) in
      try JSONValue(parsing: UnsafeRawBufferPointer(buffer), limits: limits)
    }
  }

  /// Parses one JSON text; see ``init(parsing:limits:)-(UnsafeRawBufferPointer,_)``.
  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONParseError) {
    self = try JSONValue(parsing: Array(text.utf8), limits: limits)
  }
}
