/// A value of a column or an argument of a statement, in the four kinds that the tables of the ledger have.
enum LedgerValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
}

/// What can be an argument of a statement.
protocol LedgerArgument {
  var ledgerValue: LedgerValue { get }
}

extension Int64: LedgerArgument { var ledgerValue: LedgerValue { .integer(self) } }
extension Int: LedgerArgument { var ledgerValue: LedgerValue { .integer(Int64(self)) } }
extension Bool: LedgerArgument { var ledgerValue: LedgerValue { .integer(self ? 1 : 0) } }
extension String: LedgerArgument { var ledgerValue: LedgerValue { .text(self) } }
extension [UInt8]: LedgerArgument { var ledgerValue: LedgerValue { .bytes(self) } }
extension LedgerValue: LedgerArgument { var ledgerValue: LedgerValue { self } }

/// The arguments of a statement, in the order of its `?`, or of the numbers in `?1`, `?2`.
struct LedgerArguments: ExpressibleByArrayLiteral {
  private(set) var values: [LedgerValue]

  init(_ values: [LedgerValue]) {
    self.values = values
  }

  init(arrayLiteral elements: (any LedgerArgument)?...) {
    values = elements.map { $0?.ledgerValue ?? .null }
  }

  static func + (left: LedgerArguments, right: LedgerArguments) -> LedgerArguments {
    LedgerArguments(left.values + right.values)
  }

  static func += (left: inout LedgerArguments, right: LedgerArguments) {
    left.values += right.values
  }
}
