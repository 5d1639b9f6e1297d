package import PaymentsModel

extension Amount {
  /// Returns the sum, or the largest possible amount if the sum does not fit. Only a faulty wallet reports such
  /// amounts, and a daemon that follows money must not trap because of one.
  package func addingSaturated(_ other: Amount) -> Amount {
    let (sum, overflow) = atomicUnits.addingReportingOverflow(other.atomicUnits)
    return Amount(atomicUnits: overflow ? .max : sum)
  }
}

extension Sequence where Element == Amount {
  func saturatedSum() -> Amount {
    reduce(.zero) { $0.addingSaturated($1) }
  }
}
