package import PaymentsModel

/// How much of a budget is used: payments made in the period and payments under way. A payment whose outcome is unknown
/// counts as used. What each order counts for is ``OrderMachine/countedTotal``.
package struct BudgetUsage: Sendable, Hashable {
  /// The sum of the totals, fees included.
  package var amount: Amount
  /// The number of payments.
  package var count: Int

  /// A usage of zero.
  package static let none = BudgetUsage(amount: .zero, count: 0)

  /// Creates a usage.
  package init(amount: Amount, count: Int) {
    self.amount = amount
    self.count = count
  }

  /// Returns the sum of both usages.
  package func adding(_ other: BudgetUsage) -> BudgetUsage {
    BudgetUsage(amount: amount.addingSaturated(other.amount), count: count + other.count)
  }
}

extension OrderMachine {
  /// What the order takes of its app's budget: from the approval on the amount and the fee cap, or the fee once a
  /// transaction has one; and that total for good when it succeeded. `nil` before the approval and when it ended
  /// unpaid.
  package var countedTotal: Amount? {
    switch state {
    case .approved, .submitting, .inFlight:
      (transactionFee ?? progress.approval?.feeCap).map(terms.amount.addingSaturated)
    case .succeeded: total
    case .received, .awaitingApproval, .rejected, .expired, .cancelled, .failed: nil
    }
  }
}

/// The state of the budget of one app and currency, as it concerns one recipient.
package struct BudgetStatus: Sendable, Hashable {
  /// The limits in force.
  package let limits: PaymentLimits
  /// The usage in the present period.
  package let usage: BudgetUsage
  /// The part of ``usage`` that went to the recipient in question. It is needed only if that recipient has a limit.
  package let recipientUsage: BudgetUsage
  /// Whether the owner has approved a payment of this app to the recipient in question by hand. It is needed only if the
  /// limits ask for new recipients.
  package let isKnownRecipient: Bool
  /// When the present period ends and the next begins.
  package let resetsAt: Timestamp
  /// The largest total that may be paid without the owner's PIN; `nil` if no PIN is set.
  package let mostWithoutPIN: Amount?

  /// The budget of an app and currency as it stands.
  package init(
    limits: PaymentLimits, usage: BudgetUsage, recipientUsage: BudgetUsage = .none, isKnownRecipient: Bool = false,
    resetsAt: Timestamp, mostWithoutPIN: Amount? = nil
  ) {
    self.limits = limits
    self.usage = usage
    self.recipientUsage = recipientUsage
    self.isKnownRecipient = isKnownRecipient
    self.resetsAt = resetsAt
    self.mostWithoutPIN = mostWithoutPIN
  }
}

/// The error for a payment that exceeds a limit.
package struct BudgetExceeded: Error, Sendable, Hashable {
  /// The kind of limit that was exceeded.
  package enum Limit: String, Sendable, Hashable, CaseIterable {
    /// The limit of a single payment. Waiting does not help.
    case perPayment = "per_payment"
    /// The limit of the sum in a period.
    case perPeriod = "per_period"
    /// The limit of the number of payments in a period.
    case count
    /// The limit of the sum that this recipient may get in a period.
    case recipient
  }

  /// The limit that was exceeded.
  package let limit: Limit
  /// The largest total, fee included, that fits now.
  package let left: Amount
  /// When the budget starts again from zero; `nil` if waiting does not help.
  package let resetsAt: Timestamp?

  /// Creates the error.
  package init(limit: Limit, left: Amount, resetsAt: Timestamp?) {
    self.limit = limit
    self.left = left
    self.resetsAt = resetsAt
  }
}
