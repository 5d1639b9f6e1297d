public import PaymentsModel

/// One payment that arrived for an invoice.
public struct TransferInfo: Codable, Sendable, Hashable {
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

  /// All members; those that may be absent default to that.
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

  private enum CodingKeys: String, CodingKey {
    case transactionID = "transaction_id"
    case amount
    case confirmations
    case state
    case firstSeenAt = "first_seen_at"
  }
}
