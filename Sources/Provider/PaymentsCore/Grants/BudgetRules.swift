package import PaymentsModel

/// How a payment is handled under the limits of its app.
package enum BudgetDecision: Sendable, Hashable {
  /// The payment is made without asking, if its total with the fee stays within this.
  case noQuestion(atMost: Amount)
  /// The owner is asked to approve the payment.
  case ask
  /// The payment does not fit into the limits.
  case exceeded(BudgetExceeded)
  /// The payment is refused because the owner refuses all payments of this app.
  case denied
}

/// The rules of limits, as pure functions.
package enum BudgetRules {
  /// Decides how to handle a payment of `total` (fee included) to `recipient`. Above what the owner lets go without the
  /// PIN, no limit lets a payment through unasked: only a yes can come with the PIN.
  package static func decide(_ total: Amount, to recipient: String, _ status: BudgetStatus) -> BudgetDecision {
    if status.limits.asking == .refuse { return .denied }
    if let exceeded = refusal(of: total, to: recipient, status) { return .exceeded(exceeded) }
    // Limits without a sum per period must not let payments through unasked. ``PaymentLimits/problem`` rejects such
    // limits; if some exist nevertheless, the owner is asked.
    guard status.limits.perPeriod != nil, var room = room(to: recipient, status)?.amount else { return .ask }
    if isNew(recipient, status) { return .ask }
    if let most = status.mostWithoutPIN {
      guard total <= most else { return .ask }
      room = min(room, most)
    }
    switch status.limits.asking {
    case .always, .refuse: return .ask
    case .above(let most): return total <= most ? .noQuestion(atMost: min(most, room)) : .ask
    case .never: return .noQuestion(atMost: room)
    }
  }

  /// Whether the limits have the owner asked for this recipient because it is new.
  package static func isNew(_ recipient: String, _ status: BudgetStatus) -> Bool {
    status.limits.asksForNewRecipients && !status.isKnownRecipient && !status.limits.names(recipient)
  }

  /// Returns the limit that a payment of `total` exceeds, regardless of who approves it; `nil` if it fits.
  package static func refusal(
    of total: Amount, to recipient: String, _ status: BudgetStatus
  ) -> BudgetExceeded? {
    guard let room = room(to: recipient, status), total > room.amount || room.isSpent else { return nil }
    return BudgetExceeded(
      limit: room.limit, left: room.amount, resetsAt: room.limit == .perPayment ? nil : status.resetsAt)
  }

  /// Returns the largest total (fee included) that fits now, or `nil` if there is no limit. Without a `recipient`, the
  /// limits per recipient are not considered.
  package static func left(to recipient: String? = nil, _ status: BudgetStatus) -> Amount? {
    status.limits.asking == .refuse ? .zero : mostApprovable(to: recipient, status)
  }

  /// Returns the largest total that fits now if the owner approves the payment; `nil` if there is no limit. Unlike
  /// ``left(to:_:)`` it does not become zero when the owner refuses all payments of the app.
  package static func mostApprovable(to recipient: String? = nil, _ status: BudgetStatus) -> Amount? {
    room(to: recipient, status)?.amount
  }

  /// Whether 80 % or more of a limit of the period is used.
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
    /// Whether the limit is used up, so that not even a payment of zero fits.
    var isSpent = false
  }

  /// Returns the limit that leaves the least room.
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
