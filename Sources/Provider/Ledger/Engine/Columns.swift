import PaymentsModel

/// Reads the columns of a row from left to right. A value of an unexpected kind means that the database is damaged.
struct Columns {
  private let row: any LedgerRow
  private var index = 0

  init(_ row: any LedgerRow) {
    self.row = row
  }

  private mutating func next() throws -> LedgerValue {
    guard index < row.count else { throw LedgerError.corrupt }
    defer { index += 1 }
    return try row.value(index)
  }

  mutating func optionalText() throws -> String? {
    switch try next() {
    case .text(let text): return text
    case .null: return nil
    default: throw LedgerError.corrupt
    }
  }

  mutating func optionalInteger() throws -> Int64? {
    switch try next() {
    case .integer(let number): return number
    case .null: return nil
    default: throw LedgerError.corrupt
    }
  }

  mutating func optionalBytes() throws -> [UInt8]? {
    switch try next() {
    case .bytes(let bytes): return bytes
    case .null: return nil
    default: throw LedgerError.corrupt
    }
  }

  mutating func text() throws -> String { try some(optionalText()) }
  mutating func integer() throws -> Int64 { try some(optionalInteger()) }
  mutating func bytes() throws -> [UInt8] { try some(optionalBytes()) }

  mutating func int() throws -> Int { try some(Int(exactly: integer())) }
  mutating func flag() throws -> Bool { try integer() != 0 }
  mutating func time() throws -> Timestamp { Timestamp(milliseconds: try integer()) }

  mutating func optionalTime() throws -> Timestamp? {
    try optionalInteger().map(Timestamp.init(milliseconds:))
  }

  mutating func amount() throws -> Amount { try some(optionalAmount()) }

  mutating func optionalAmount() throws -> Amount? {
    guard let text = try optionalText() else { return nil }
    return Amount(atomicUnits: try some(UInt128(text)))
  }

  mutating func choice<T: RawRepresentable<String>>(_: T.Type = T.self) throws -> T {
    try some(T(rawValue: text()))
  }

  mutating func optionalChoice<T: RawRepresentable<String>>(_: T.Type = T.self) throws -> T? {
    guard let text = try optionalText() else { return nil }
    return try some(T(rawValue: text))
  }

  mutating func requestID() throws -> PaymentRequestID { try some(PaymentRequestID(text())) }

  private func some<T>(_ value: T?) throws -> T {
    guard let value else { throw LedgerError.corrupt }
    return value
  }
}

extension Amount {
  /// The amount as it is stored: decimal text of the atomic units, which can exceed 64-bit integers.
  var stored: String { String(atomicUnits) }
}
