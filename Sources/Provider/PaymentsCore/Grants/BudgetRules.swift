package import PaymentsModel

/// What is to be done with a payment under the limits of its app.
package enum BudgetDecision: Sendable, Hashable {
  /// The payment is made without asking, if its total with the fee stays within this.
  case noQuestion(atMost: Amount)
  /// The owner is asked.
  case ask
  /// The payment does not fit into the limits.
  case exceeded(BudgetExceeded)
  /// The owner refuses all payments of this app.
  case denied
}

/// The rules of limits, as pure functions.
package enum BudgetRules {
  /// What is to be done with a payment of this total, fee included.
  package static func decide(_ total: Amount, to recipient: String, _ status: BudgetStatus) -> BudgetDecision {
    if status.limits.asking == .refuse { return .denied }
    if let exceeded = refusal(of: total, to: recipient, status) { return .exceeded(exceeded) }
    // Limits that would leave payments without a question unbounded are not accepted; should there be some, ask.
    guard status.limits.perPeriod != nil, let room = room(to: recipient, status)?.amount else { return .ask }
    switch status.limits.asking {
    case .always, .refuse: return .ask
    case .above(let most): return total <= most ? .noQuestion(atMost: min(most, room)) : .ask
    case .never: return .noQuestion(atMost: room)
    }
  }

  /// Why a payment of this total does not fit, whoever approves it; `nil` where it does.
  package static func refusal(
    of total: Amount, to recipient: String, _ status: BudgetStatus
  ) -> BudgetExceeded? {
    guard let room = room(to: recipient, status), total > room.amount || room.isSpent else { return nil }
    return BudgetExceeded(
      limit: room.limit, left: room.amount, resetsAt: room.limit == .perPayment ? nil : status.resetsAt)
  }

  /// The largest total, fee included, that fits now; `nil` where no limit holds. To nobody in particular where no
  /// recipient is named.
  package static func left(to recipient: String? = nil, _ status: BudgetStatus) -> Amount? {
    status.limits.asking == .refuse ? .zero : mostApprovable(to: recipient, status)
  }

  /// The largest total that fits now with a yes of the owner's own, which a refusal of all does not stand against;
  /// `nil` where no limit holds.
  package static func mostApprovable(to recipient: String? = nil, _ status: BudgetStatus) -> Amount? {
    room(to: recipient, status)?.amount
  }

  /// Whether 80 % or more of a limit of the period is counted.
  package static func isLow(_ usage: BudgetUsage, _ limits: PaymentLimits) -> Bool {
    if let limit = limits.perPeriod, usage.amount >= fourFifths(of: limit) { return true }
    if let limit = limits.count, usage.count >= limit - limit / 5 { return true }
    return false
  }

  private static func fourFifths(of limit: Amount) -> Amount {
    Amount(atomicUnits: limit.atomicUnits - limit.atomicUnits / 5)
  }

  private struct Room {
    var amount: Amount
    var limit: BudgetExceeded.Limit
    /// Not even a payment of nothing fits.
    var isSpent = false
  }

  /// The narrowest of the limits.
  private static func room(to recipient: String?, _ status: BudgetStatus) -> Room? {
    let limits = status.limits
    if let count = limits.count, status.usage.count >= count {
      return Room(amount: .zero, limit: .count, isSpent: true)
    }
    var rooms: [Room] = []
    if let most = limits.perPayment { rooms.append(Room(amount: most, limit: .perPayment)) }
    if let most = limits.perPeriod {
      rooms.append(Room(amount: most.subtracting(status.usage.amount) ?? .zero, limit: .perPeriod))
    }
    if let recipient, let most = limits.recipients[recipient] {
      rooms.append(Room(amount: most.subtracting(status.recipientUsage.amount) ?? .zero, limit: .recipient))
    }
    return rooms.min { $0.amount < $1.amount }
  }
}
