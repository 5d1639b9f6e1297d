package import PaymentsModel

/// Nodes reckon in thousandths of the smallest unit, which nobody is told here.
extension Amount {
  /// The units that are complete, so that nobody is told of money that is not there.
  package static func whole(_ thousandths: UInt64) -> Amount { Amount(atomicUnits: UInt128(thousandths) / 1_000) }
}

extension PaymentDecision {
  /// That the money has arrived, where so many thousandths have left the node in all.
  package func settled(leaving thousandths: UInt64, preimage: String) -> NodePayment {
    let left = Amount(atomicUnits: (UInt128(thousandths) + 999) / 1_000)
    return .settled(fee: left.subtracting(amount) ?? .zero, preimage: preimage)
  }
}
