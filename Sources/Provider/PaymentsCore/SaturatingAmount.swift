package import PaymentsModel

extension Amount {
  /// The sum, or the largest amount there is where the sum would not fit: only wallets report such values, and a
  /// daemon that follows money must not stop for one.
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
