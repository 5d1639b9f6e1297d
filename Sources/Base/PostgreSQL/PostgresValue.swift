/// A value of a column, or of a parameter of a statement.
package enum PostgresValue: Sendable, Hashable {
  /// SQL's NULL.
  case null
  /// `bigint`, and on reading also the smaller integers and `boolean` as 0 or 1.
  case integer(Int64)
  /// `text`. PostgreSQL refuses text with the character U+0000.
  case text(String)
  /// `bytea`.
  case bytes([UInt8])
}

/// The types of PostgreSQL that are read and written, by the numbers of its catalogue `pg_type`.
enum PostgresType: UInt32 {
  case unspecified = 0
  case boolean = 16
  case bytea = 17
  case name = 19
  case bigint = 20
  case smallint = 21
  case integer = 23
  case text = 25
  case varchar = 1043
}

extension PostgresValue {
  /// The type that a parameter is sent as. That of NULL is found by the server.
  var type: PostgresType {
    switch self {
    case .null: .unspecified
    case .integer: .bigint
    case .text: .text
    case .bytes: .bytea
    }
  }

  /// The value in the binary format of its type; `nil` for NULL.
  var encoded: [UInt8]? {
    switch self {
    case .null: nil
    case .integer(let number): withUnsafeBytes(of: number.bigEndian) { Array($0) }
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    }
  }

  /// Reads a value in the binary format of its type; `nil` for a type that is not used here.
  init?(_ bytes: UnsafeRawBufferPointer, _ type: PostgresType) {
    switch type {
    case .boolean, .smallint, .integer, .bigint:
      guard let first = bytes.first else { return nil }
      let isNegative = type != .boolean && first & 0x80 != 0
      let start: UInt64 = isNegative ? .max : 0
      self = .integer(Int64(bitPattern: bytes.reduce(start) { $0 << 8 | UInt64($1) }))
    case .text, .varchar, .name: self = .text(String(decoding: bytes, as: UTF8.self))
    case .bytea: self = .bytes(Array(bytes))
    case .unspecified: return nil
    }
  }
}
