public import PaymentsModel

/// A transaction that makes the payment of a signed transaction in its place: it spends an input of the transaction's,
/// so that only one of the two can be in a block, and pays the recipient the amount.
public struct PaymentReplacement: Sendable, Hashable {
  /// The transaction id under which the network knows it.
  public let transactionID: String
  /// The fee that it pays.
  public let fee: Amount
  /// Confirmations; 0 while it waits for a block.
  public let confirmations: Int
  /// How many of its outputs pay the recipient exactly the amount: it stands for so many payments that are alike, and
  /// for no more.
  public let payments: Int

  /// A replacement; one that makes the payment once, unless said otherwise.
  public init(transactionID: String, fee: Amount, confirmations: Int, payments: Int = 1) {
    self.transactionID = transactionID
    self.fee = fee
    self.confirmations = confirmations
    self.payments = payments
  }
}
