public import PaymentsModel

/// What this app may still pay in a currency. Amounts are totals, fee included.
public struct Budget: WireObject {
  /// The currency code.
  public var currency: String
  /// The period that `per_period`, `count` and what is used are about, in the time zone of the owner.
  public var period: BudgetPeriodName
  /// Which payments the owner is asked about.
  public var ask: Asking
  /// With `ask` `above`: the largest total that needs no question.
  public var askAbove: DecimalAmount?
  /// The largest total of one payment; absent where there is no limit.
  public var perPayment: DecimalAmount?
  /// The largest sum of a period; absent where there is no limit.
  public var perPeriod: DecimalAmount?
  /// The most payments of a period; absent where there is no limit.
  public var count: Int?
  /// What is counted in this period: paid, and in flight.
  public var used: DecimalAmount
  /// The payments that are counted in this period.
  public var usedCount: Int
  /// The largest total that fits now; absent where there is no limit.
  public var left: DecimalAmount?
  /// How many more payments fit in this period; absent where there is no limit.
  public var leftCount: Int?
  /// When the period ends and the next begins.
  public var resetsAt: Timestamp

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    currency: String,
    period: BudgetPeriodName,
    ask: Asking,
    askAbove: DecimalAmount? = nil,
    perPayment: DecimalAmount? = nil,
    perPeriod: DecimalAmount? = nil,
    count: Int? = nil,
    used: DecimalAmount,
    usedCount: Int,
    left: DecimalAmount? = nil,
    leftCount: Int? = nil,
    resetsAt: Timestamp
  ) {
    self.currency = currency
    self.period = period
    self.ask = ask
    self.askAbove = askAbove
    self.perPayment = perPayment
    self.perPeriod = perPeriod
    self.count = count
    self.used = used
    self.usedCount = usedCount
    self.left = left
    self.leftCount = leftCount
    self.resetsAt = resetsAt
  }
}

/// How long a budget lasts until it is full again.
public enum BudgetPeriodName: String, Codable, Sendable, Hashable, CaseIterable {
  /// One day, from midnight to midnight.
  case day
  /// From Monday on.
  case week
  /// One month, which begins on its first day.
  case month
}

/// Which payments within the limits the owner has to approve.
public enum Asking: String, Codable, Sendable, Hashable, CaseIterable {
  /// The owner is asked about every payment.
  case always
  /// Those with a total above an amount.
  case above
  /// The owner is asked about no payment; those within the limits are paid.
  case never
  /// The owner is asked about no payment; every payment is refused.
  case refuse
}
