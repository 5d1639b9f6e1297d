import PaymentsCore
import PaymentsModel

/// A value of a column or an argument of a statement, in the four kinds that the tables of the ledger have.
enum LedgerValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
}

/// In which of the kinds a column stores its values.
enum ColumnKind: Sendable {
  case integer, text, bytes
}

/// What can be an argument of a statement.
protocol LedgerArgument {
  var ledgerValue: LedgerValue { get }
}

extension LedgerValue: LedgerArgument { var ledgerValue: LedgerValue { self } }

/// What a column can hold: how a value is stored, and how it is read again.
protocol ColumnValue: LedgerArgument, Sendable {
  static var kind: ColumnKind { get }
  /// Whether the column may hold NULL.
  static var isOptional: Bool { get }
  /// Reads a value.
  ///
  /// - Throws: ``LedgerError/corrupt`` for one that the ledger never writes into such a column.
  init(stored: LedgerValue) throws
}

extension ColumnValue {
  static var isOptional: Bool { false }
}

extension Optional: LedgerArgument where Wrapped: ColumnValue {
  var ledgerValue: LedgerValue { self?.ledgerValue ?? .null }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  static var kind: ColumnKind { Wrapped.kind }
  static var isOptional: Bool { true }
  init(stored: LedgerValue) throws { self = if case .null = stored { nil } else { try Wrapped(stored: stored) } }
}

extension Int64: ColumnValue {
  static var kind: ColumnKind { .integer }
  var ledgerValue: LedgerValue { .integer(self) }
  init(stored: LedgerValue) throws {
    guard case .integer(let number) = stored else { throw LedgerError.corrupt }
    self = number
  }
}

extension String: ColumnValue {
  static var kind: ColumnKind { .text }
  var ledgerValue: LedgerValue { .text(self) }
  init(stored: LedgerValue) throws {
    guard case .text(let text) = stored else { throw LedgerError.corrupt }
    self = text
  }
}

extension [UInt8]: LedgerArgument { var ledgerValue: LedgerValue { .bytes(self) } }

extension [UInt8]: ColumnValue {
  static var kind: ColumnKind { .bytes }
  init(stored: LedgerValue) throws {
    guard case .bytes(let bytes) = stored else { throw LedgerError.corrupt }
    self = bytes
  }
}

extension Int: ColumnValue {
  static var kind: ColumnKind { .integer }
  var ledgerValue: LedgerValue { .integer(Int64(self)) }
  init(stored: LedgerValue) throws {
    guard let number = try Int(exactly: Int64(stored: stored)) else { throw LedgerError.corrupt }
    self = number
  }
}

extension Bool: ColumnValue {
  static var kind: ColumnKind { .integer }
  var ledgerValue: LedgerValue { .integer(self ? 1 : 0) }
  init(stored: LedgerValue) throws { self = try Int64(stored: stored) != 0 }
}

/// Milliseconds since 1970 in UTC.
extension Timestamp: ColumnValue {
  static var kind: ColumnKind { .integer }
  var ledgerValue: LedgerValue { .integer(milliseconds) }
  init(stored: LedgerValue) throws { self.init(milliseconds: try Int64(stored: stored)) }
}

extension CivilDay: ColumnValue {
  static var kind: ColumnKind { .integer }
  var ledgerValue: LedgerValue { .integer(number) }
  init(stored: LedgerValue) throws { self.init(number: try Int64(stored: stored)) }
}

/// Decimal text of the atomic units, which can exceed 64-bit integers.
extension Amount: ColumnValue {
  static var kind: ColumnKind { .text }
  var ledgerValue: LedgerValue { .text(stored) }
  /// The amount as it is stored.
  var stored: String { String(atomicUnits) }
  init(stored: LedgerValue) throws {
    guard let units = try UInt128(String(stored: stored)) else { throw LedgerError.corrupt }
    self.init(atomicUnits: units)
  }
}

extension PaymentRequestID: ColumnValue {
  static var kind: ColumnKind { .text }
  var ledgerValue: LedgerValue { .text(text) }
  init(stored: LedgerValue) throws {
    guard let id = try PaymentRequestID(String(stored: stored)) else { throw LedgerError.corrupt }
    self = id
  }
}

extension ColumnValue where Self: RawRepresentable<String> {
  static var kind: ColumnKind { .text }
  var ledgerValue: LedgerValue { .text(rawValue) }
  init(stored: LedgerValue) throws {
    guard let value = try Self(rawValue: String(stored: stored)) else { throw LedgerError.corrupt }
    self = value
  }
}

extension AppKey: ColumnValue {}
extension AppStatus: ColumnValue {}
extension Booking.Kind: ColumnValue {}
extension BudgetPeriod: ColumnValue {}
extension InvoiceID: ColumnValue {}
extension InvoicePayment: ColumnValue {}
extension InvoiceState: ColumnValue {}
extension OrderApproval.Kind: ColumnValue {}
extension OrderFailure: ColumnValue {}
extension OrderID: ColumnValue {}
extension OrderState: ColumnValue {}
extension OrderWaitReason: ColumnValue {}
extension SendVerdict: ColumnValue {}
extension TransferState: ColumnValue {}

/// Lists of words are stored as text with spaces between them.
extension String {
  init(words: [String]) { self = words.joined(separator: " ") }
  var words: [String] { utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) } }
}

/// The arguments of a statement, in the order of `$1`, `$2`.
struct LedgerArguments: ExpressibleByArrayLiteral {
  let values: [LedgerValue]

  init(_ values: [LedgerValue]) {
    self.values = values
  }

  init(arrayLiteral elements: any LedgerArgument...) {
    values = elements.map(\.ledgerValue)
  }
}
