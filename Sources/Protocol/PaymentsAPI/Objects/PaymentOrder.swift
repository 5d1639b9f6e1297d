public import PaymentsModel

/// A payment order as it stands. `in_flight` includes an unknown outcome: it is never called failed.
public struct PaymentOrder: WireObject {
  /// The provider's name of the order.
  public var orderID: OrderID
  /// The request that made it.
  public var requestID: PaymentRequestID
  /// Grows by one with each change that can be seen; for `after` in status calls.
  public var version: Int
  /// The currency code.
  public var currency: String
  /// The recipient.
  public var address: String
  /// What the recipient gets.
  public var amount: DecimalAmount
  /// The largest fee that the app accepts.
  public var maxFee: DecimalAmount?
  /// The network fee: quoted, then as paid.
  public var fee: DecimalAmount?
  /// Amount and fee.
  public var total: DecimalAmount?
  /// What it is for, as the app said.
  public var description: String?
  /// How far it is.
  public var state: OrderState
  /// Why it was rejected or failed: a reason of the error list.
  public var reason: String?
  /// What it waits for, beside the owner's answer: `lower_fee`, `wallet`, `coins`, `unlock` or `review`.
  public var waitingFor: String?
  /// The transaction id, once it was handed to the network.
  public var transactionID: String?
  /// Confirmations so far.
  public var confirmations: Int
  /// Confirmations that make it succeed.
  public var confirmationsWanted: Int
  /// When it was received.
  public var createdAt: Timestamp
  /// When it last changed.
  public var updatedAt: Timestamp
  /// After this it is not submitted any more.
  public var expiresAt: Timestamp?
  /// When a payment that had succeeded was found to be taken back for good, by a reorganisation of the network's.
  public var reversedAt: Timestamp?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    orderID: OrderID,
    requestID: PaymentRequestID,
    version: Int,
    currency: String,
    address: String,
    amount: DecimalAmount,
    maxFee: DecimalAmount? = nil,
    fee: DecimalAmount? = nil,
    total: DecimalAmount? = nil,
    description: String? = nil,
    state: OrderState,
    reason: String? = nil,
    waitingFor: String? = nil,
    transactionID: String? = nil,
    confirmations: Int,
    confirmationsWanted: Int,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    expiresAt: Timestamp? = nil,
    reversedAt: Timestamp? = nil
  ) {
    self.orderID = orderID
    self.requestID = requestID
    self.version = version
    self.currency = currency
    self.address = address
    self.amount = amount
    self.maxFee = maxFee
    self.fee = fee
    self.total = total
    self.description = description
    self.state = state
    self.reason = reason
    self.waitingFor = waitingFor
    self.transactionID = transactionID
    self.confirmations = confirmations
    self.confirmationsWanted = confirmationsWanted
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.expiresAt = expiresAt
    self.reversedAt = reversedAt
  }
}
