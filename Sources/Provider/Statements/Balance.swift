import PaymentsModel

/// A sum of amounts in atomic units. It can be negative, because an app may pay more than it received.
struct Balance: Sendable, Hashable {
  private var units: Int128 = 0

  mutating func add(_ amount: Amount) throws(StatementError) {
    guard let value = Int128(exactly: amount.atomicUnits) else { throw .sumTooLarge }
    let (sum, overflow) = units.addingReportingOverflow(value)
    guard !overflow else { throw .sumTooLarge }
    units = sum
  }

  mutating func subtract(_ amount: Amount) throws(StatementError) {
    guard let value = Int128(exactly: amount.atomicUnits) else { throw .sumTooLarge }
    let (difference, overflow) = units.subtractingReportingOverflow(value)
    guard !overflow else { throw .sumTooLarge }
    units = difference
  }

  func decimal(decimals: Int) -> SignedDecimal {
    SignedDecimal(
      isNegative: units < 0, magnitude: DecimalAmount(coefficient: units.magnitude, scale: decimals))
  }
}

extension Amount {
  mutating func add(_ other: Amount) throws(StatementError) {
    guard let sum = try? adding(other) else { throw .sumTooLarge }
    self = sum
  }
}
