package import PaymentsModel

extension Amount {
  /// Returns the sum, or the largest possible amount if the sum does not fit. Only a faulty wallet reports such
  /// amounts, and a daemon that follows money must not trap because of one.
  package func addingSaturated(_ other: Amount) -> Amount {
    let (sum, overflow) = atomicUnits.addingReportingOverflow(other.atomicUnits)
    return Amount(atomicUnits: overflow ? .max : sum)
  }

  /// Returns the difference of a sum and a part of it. The largest amount stays as it is, because as a sum it means that
  /// the sum did not fit.
  func subtractingSaturated(_ part: Amount) -> Amount {
    atomicUnits == .max ? self : subtracting(part) ?? .zero
  }
}
