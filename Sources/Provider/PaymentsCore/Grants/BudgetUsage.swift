package import PaymentsModel

/// How much of a budget is counted: what was paid in the period, and what is being paid. In doubt it counts.
package struct BudgetUsage: Sendable, Hashable {
  /// The sum of the totals.
  package var amount: Amount
  /// The number of payments.
  package var count: Int

  /// Nothing.
  package static let none = BudgetUsage(amount: .zero, count: 0)

  /// A usage.
  package init(amount: Amount, count: Int) {
    self.amount = amount
    self.count = count
  }

  /// Both together.
  package func adding(_ other: BudgetUsage) -> BudgetUsage {
    BudgetUsage(amount: amount.addingSaturated(other.amount), count: count + other.count)
  }
}

/// Where the budget of one app and currency stands, for one recipient.
package struct BudgetStatus: Sendable, Hashable {
  /// The limits that hold.
  package let limits: PaymentLimits
  /// What is counted in the present period.
  package let usage: BudgetUsage
  /// What of that went to the recipient in question; needed only where there is a limit for it.
  package let recipientUsage: BudgetUsage
  /// When the present period ends and the next begins.
  package let resetsAt: Timestamp

  /// The budget of an app and currency as it stands.
  package init(
    limits: PaymentLimits, usage: BudgetUsage, recipientUsage: BudgetUsage = .none, resetsAt: Timestamp
  ) {
    self.limits = limits
    self.usage = usage
    self.recipientUsage = recipientUsage
    self.resetsAt = resetsAt
  }
}

/// A payment that does not fit.
package struct BudgetExceeded: Error, Sendable, Hashable {
  /// Which limit is in the way.
  package enum Limit: String, Sendable, Hashable, CaseIterable {
    /// The limit of one payment: waiting does not help.
    case perPayment = "per_payment"
    /// The sum of a period.
    case perPeriod = "per_period"
    /// The number of payments of a period.
    case count
    /// The sum of a period to this recipient.
    case recipient
  }

  /// The limit.
  package let limit: Limit
  /// The largest total, fee included, that fits now.
  package let left: Amount
  /// When there is more again; `nil` where waiting does not help.
  package let resetsAt: Timestamp?

  /// A refusal.
  package init(limit: Limit, left: Amount, resetsAt: Timestamp?) {
    self.limit = limit
    self.left = left
    self.resetsAt = resetsAt
  }
}
