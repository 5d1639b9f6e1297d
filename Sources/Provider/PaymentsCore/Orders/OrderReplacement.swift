public import PaymentsModel

/// The transaction that makes an order's payment in place of its own, as where the owner raised the fee in the wallet.
public struct OrderReplacement: Sendable, Hashable {
  /// The transaction id under which the network knows it.
  public let transactionID: String
  /// The fee that it pays.
  public let fee: Amount

  /// A replacement.
  public init(transactionID: String, fee: Amount) {
    self.transactionID = transactionID
    self.fee = fee
  }
}

extension OrderReplacement: CustomStringConvertible, CustomDebugStringConvertible {
  /// Redacted, as the transaction that it stands for.
  public var description: String { "‹transaction›" }
  /// The same as the description.
  public var debugDescription: String { description }
}
