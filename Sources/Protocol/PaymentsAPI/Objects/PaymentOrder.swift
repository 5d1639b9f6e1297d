public import PaymentsModel

/// A payment order in its present state. `in_flight` includes an unknown outcome, which is never reported as failed.
public struct PaymentOrder: WireObject {
  /// The provider's identifier of the order.
  public var orderID: OrderID
  /// The `request_id` of the request that made it.
  public var requestID: PaymentRequestID
  /// The version, which grows by one with each visible change. It is used as `after` in status calls.
  public var version: Int
  /// The currency code.
  public var currency: String
  /// The recipient.
  public var address: String
  /// The amount that the recipient receives.
  public var amount: DecimalAmount
  /// The maximum fee that the app accepts.
  public var maxFee: DecimalAmount?
  /// The network fee: first an estimate, later the fee that was paid.
  public var fee: DecimalAmount?
  /// The sum of the amount and the fee.
  public var total: DecimalAmount?
  /// The purpose, as stated by the app.
  public var description: String?
  /// The state that it has reached.
  public var state: OrderState
  /// The reason why it was rejected or failed, from the list of errors.
  public var reason: String?
  /// The condition that it waits for, besides the owner's answer: `lower_fee`, `wallet`, `coins`, `unlock` or `review`.
  public var waitingFor: String?
  /// The transaction id, after the transaction was passed to the network.
  public var transactionID: String?
  /// The number of confirmations so far.
  public var confirmations: Int
  /// The number of confirmations after which the order has succeeded.
  public var confirmationsWanted: Int
  /// The time when it was received.
  public var createdAt: Timestamp
  /// The time of its last change.
  public var updatedAt: Timestamp
  /// The time after which it is not submitted any more.
  public var expiresAt: Timestamp?
  /// The time when a payment that had succeeded was found to be reversed for good by a reorganisation of the network.
  public var reversedAt: Timestamp?

  /// Makes a value from all members; optional members default to nil.
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

extension PaymentOrder {
  /// What the recipient gets, with the currency, such as `0.5 LTC`.
  public var amountText: String { amount.text(in: currency) }
  /// The amount and the fee, with the currency; `nil` while the fee is not known.
  public var totalText: String? { total?.text(in: currency) }
}
