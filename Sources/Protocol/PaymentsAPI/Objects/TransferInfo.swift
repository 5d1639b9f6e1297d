public import PaymentsModel

/// One payment that arrived for an invoice.
public struct TransferInfo: WireObject {
  /// The transaction id on the network.
  public var transactionID: String
  /// The amount that arrived.
  public var amount: DecimalAmount
  /// The number of confirmations so far.
  public var confirmations: Int
  /// The state of its confirmation.
  public var state: TransferState
  /// The time when the provider first saw it.
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
