// Written by scripts/swift_types.py from protocol/schemas: change the schemas, and `make spec`.

public import PaymentsModel

/// The period after which a budget is full again.
public enum BudgetPeriodName: String, Codable, Sendable, Hashable, CaseIterable {
  /// A day, from midnight to midnight.
  case day
  /// A week, which begins on Monday.
  case week
  /// A calendar month.
  case month
}

/// The smallest and largest amount in one direction.
public struct AmountRange: WireObject {
  /// The smallest amount.
  public var min: DecimalAmount
  /// The largest amount now.
  public var max: DecimalAmount

  /// Creates it of its members.
  public init(min: DecimalAmount, max: DecimalAmount) {
    (self.min, self.max) = (min, max)
  }
}

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
  /// How far it is.
  public var state: OrderState
  /// Confirmations so far.
  public var confirmations: Int
  /// Confirmations that make it succeed.
  public var confirmationsWanted: Int
  /// When it was received.
  public var createdAt: Timestamp
  /// When it last changed.
  public var updatedAt: Timestamp
  /// The largest fee that the app accepts.
  public var maxFee: DecimalAmount?
  /// The network fee: quoted, then as paid.
  public var fee: DecimalAmount?
  /// Amount and fee.
  public var total: DecimalAmount?
  /// What it is for, as the app said.
  public var description: String?
  /// Why it was rejected or failed: a reason of the error list.
  public var reason: String?
  /// What it waits for, beside the owner's answer: `lower_fee`, `wallet`, `coins`, `unlock` or `review`.
  public var waitingFor: String?
  /// The transaction id, once it was handed to the network.
  public var transactionID: String?
  /// After this it is not submitted any more.
  public var expiresAt: Timestamp?
  /// When a payment that had succeeded was found to be taken back for good, by a reorganisation of the network's.
  public var reversedAt: Timestamp?

  /// Creates it of its members.
  public init(
    orderID: OrderID, requestID: PaymentRequestID, version: Int, currency: String, address: String,
    amount: DecimalAmount, state: OrderState, confirmations: Int, confirmationsWanted: Int, createdAt: Timestamp,
    updatedAt: Timestamp, maxFee: DecimalAmount? = nil, fee: DecimalAmount? = nil, total: DecimalAmount? = nil,
    description: String? = nil, reason: String? = nil, waitingFor: String? = nil, transactionID: String? = nil,
    expiresAt: Timestamp? = nil, reversedAt: Timestamp? = nil
  ) {
    (self.orderID, self.requestID, self.version, self.currency) = (orderID, requestID, version, currency)
    (self.address, self.amount, self.state, self.confirmations) = (address, amount, state, confirmations)
    (self.confirmationsWanted, self.createdAt, self.updatedAt, self.maxFee) = (
      confirmationsWanted, createdAt, updatedAt, maxFee
    )
    (self.fee, self.total, self.description, self.reason) = (fee, total, description, reason)
    (self.waitingFor, self.transactionID, self.expiresAt, self.reversedAt) = (
      waitingFor, transactionID, expiresAt, reversedAt
    )
  }
}

/// What this app may still pay in a currency. Amounts are totals, fee included.
public struct Budget: WireObject {
  /// The currency code.
  public var currency: String
  /// The period that `per_period`, `count` and what is used are about, in the time zone of the owner.
  public var period: BudgetPeriodName
  /// Which payments the owner is asked about.
  public var ask: Asking
  /// What is counted in this period: paid, and in flight.
  public var used: DecimalAmount
  /// The payments that are counted in this period.
  public var usedCount: Int
  /// When the period ends and the next begins.
  public var resetsAt: Timestamp
  /// With `ask` `above`: the largest total that needs no question.
  public var askAbove: DecimalAmount?
  /// True where the owner is asked, whatever the amount, for payments to recipients to whom the owner has not approved
  /// a payment of this app by hand; absent where not.
  public var askNewRecipients: Bool?
  /// The largest total of one payment; absent where there is no limit.
  public var perPayment: DecimalAmount?
  /// The largest sum of a period; absent where there is no limit.
  public var perPeriod: DecimalAmount?
  /// The most payments of a period; absent where there is no limit.
  public var count: Int?
  /// The largest total that fits now; absent where there is no limit.
  public var left: DecimalAmount?
  /// How many more payments fit in this period; absent where there is no limit.
  public var leftCount: Int?

  /// Creates it of its members.
  public init(
    currency: String, period: BudgetPeriodName, ask: Asking, used: DecimalAmount, usedCount: Int, resetsAt: Timestamp,
    askAbove: DecimalAmount? = nil, askNewRecipients: Bool? = nil, perPayment: DecimalAmount? = nil,
    perPeriod: DecimalAmount? = nil, count: Int? = nil, left: DecimalAmount? = nil, leftCount: Int? = nil
  ) {
    (self.currency, self.period, self.ask, self.used) = (currency, period, ask, used)
    (self.usedCount, self.resetsAt, self.askAbove, self.askNewRecipients) = (
      usedCount, resetsAt, askAbove, askNewRecipients
    )
    (self.perPayment, self.perPeriod, self.count, self.left) = (perPayment, perPeriod, count, left)
    self.leftCount = leftCount
  }
}
