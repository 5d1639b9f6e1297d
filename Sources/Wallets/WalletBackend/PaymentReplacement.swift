public import PaymentsModel

/// A transaction that makes a payment in place of the payment's own transaction. It spends one of the same inputs, so
/// that only one of the two can be in a block, and pays the recipient the same amount.
public struct PaymentReplacement: Sendable, Hashable {
  /// The id of the transaction in the network.
  public let transactionID: String
  /// The fee of the transaction.
  public let fee: Amount
  /// The number of confirmations; 0 while the transaction waits for a block.
  public let confirmations: Int
  /// The number of outputs that pay the recipient exactly the amount. If the ledger has several such payments, the
  /// transaction can stand for at most this number of them.
  public let payments: Int

  /// Creates a replacement. By default it makes the payment once.
  public init(transactionID: String, fee: Amount, confirmations: Int, payments: Int = 1) {
    self.transactionID = transactionID
    self.fee = fee
    self.confirmations = confirmations
    self.payments = payments
  }
}
