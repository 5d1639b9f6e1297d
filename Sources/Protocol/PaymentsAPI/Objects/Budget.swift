public import PaymentsModel

/// The amounts that this app may still pay in a currency. All amounts are totals including the fee.
public struct Budget: WireObject {
  /// The currency code.
  public var currency: String
  /// The period to which `per_period`, `count` and the used amounts refer, in the time zone of the owner.
  public var period: BudgetPeriodName
  /// The payments for which the owner is asked.
  public var ask: Asking
  /// With `ask` `above`: the largest total for which the owner is not asked.
  public var askAbove: DecimalAmount?
  /// The maximum total of one payment; absent if there is no limit.
  public var perPayment: DecimalAmount?
  /// The maximum sum of a period; absent if there is no limit.
  public var perPeriod: DecimalAmount?
  /// The maximum number of payments in a period; absent if there is no limit.
  public var count: Int?
  /// The sum that counts in this period: paid and in flight.
  public var used: DecimalAmount
  /// The number of payments that count in this period.
  public var usedCount: Int
  /// The largest total that is possible now; absent if there is no limit.
  public var left: DecimalAmount?
  /// The number of payments that are still possible in this period; absent if there is no limit.
  public var leftCount: Int?
  /// The time when the period ends and the next one begins.
  public var resetsAt: Timestamp

  /// Makes a value from all members; optional members default to nil.
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

/// The period after which a budget is full again.
public enum BudgetPeriodName: String, Codable, Sendable, Hashable, CaseIterable {
  /// A day, from midnight to midnight.
  case day
  /// A week, which begins on Monday.
  case week
  /// A calendar month.
  case month
}

/// The payments within the limits for which the owner is asked.
public enum Asking: String, Codable, Sendable, Hashable, CaseIterable {
  /// The owner is asked for each payment.
  case always
  /// The owner is asked for payments with a total above an amount.
  case above
  /// The owner is never asked, and payments are approved.
  case never
  /// The owner is never asked, and payments are refused.
  case refuse
}
