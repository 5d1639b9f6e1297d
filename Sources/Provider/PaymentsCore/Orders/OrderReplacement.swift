package import PaymentsModel

/// The transaction that makes an order's payment in place of its own, as where the owner raised the fee in the wallet.
package struct OrderReplacement: Sendable, Hashable {
  /// The transaction id under which the network knows it.
  package let transactionID: String
  /// The fee that it pays.
  package let fee: Amount

  /// A replacement.
  package init(transactionID: String, fee: Amount) {
    self.transactionID = transactionID
    self.fee = fee
  }
}

extension OrderReplacement: CustomStringConvertible, CustomDebugStringConvertible {
  /// Redacted, as the transaction that it stands for.
  package var description: String { "‹transaction›" }
  /// The same as the description.
  package var debugDescription: String { description }
}
