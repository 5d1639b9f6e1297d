public import PaymentsModel

/// One payment that arrived for an invoice.
public struct TransferInfo: WireObject {
  /// The transaction id on the network.
  public var transactionID: String
  /// What arrived.
  public var amount: DecimalAmount
  /// Confirmations so far.
  public var confirmations: Int
  /// How sure it is.
  public var state: TransferState
  /// When the provider first saw it.
  public var firstSeenAt: Timestamp

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    transactionID: String,
    amount: DecimalAmount,
    confirmations: Int,
    state: TransferState,
    firstSeenAt: Timestamp
  ) {
    self.transactionID = transactionID
    self.amount = amount
    self.confirmations = confirmations
    self.state = state
    self.firstSeenAt = firstSeenAt
  }
}
