package import PaymentsModel

/// The amounts that the owner allows one app to pay in one currency. All amounts are totals, fee included.
///
/// The limits apply to every payment, including those that the owner approves. ``asking`` tells which payments within
/// the limits need the owner's approval.
package struct PaymentLimits: Sendable, Hashable {
  /// Which payments within the limits the owner has to approve.
  package enum Asking: Sendable, Hashable {
    /// The owner is asked about every payment.
    case always
    /// The owner is asked about payments with a total above this amount.
    case above(Amount)
    /// The owner is asked about no payment; those within the limits are paid.
    case never
    /// The owner is asked about no payment; every payment is refused.
    case refuse
  }

  /// These limits with ``asking`` as it works out: the largest total that leaves without a question. `nil` where none does.
  ///
  /// - Parameter most: The largest total that may leave without the owner's PIN; `nil` where no PIN is set.
  package func unasked(most: Amount?) -> PaymentLimits? {
    var bounds = [perPayment, perPeriod, most].compactMap { $0 }
    switch asking {
    case .always, .refuse: return nil
    case .above(let amount): bounds.append(amount)
    case .never: break
    }
    var limits = self
    if let least = bounds.min() {
      guard least > .zero else { return nil }
      limits.asking = .above(least)
    }
    return count == 0 ? nil : limits
  }

  /// The largest total of one payment; `nil` for no limit.
  package var perPayment: Amount?
  /// The largest sum of the totals in a period; `nil` for no limit.
  package var perPeriod: Amount?
  /// The period that ``perPeriod``, ``count`` and ``recipients`` apply to.
  package var period: BudgetPeriod
  /// The largest number of payments in a period; `nil` for no limit.
  package var count: Int?
  /// Which payments the owner has to approve because of their amount.
  package var asking: Asking
  /// Whether the owner also has to approve payments to recipients that are not known: those to whom the owner has approved
  /// no payment of this app by hand, and for whom there is no limit in ``recipients``.
  package var asksForNewRecipients: Bool
  /// The largest sum of the totals in a period for each recipient. The keys are addresses in the wallet's canonical
  /// form.
  package var recipients: [String: Amount]
  /// Whether payments that are approved at about the same time may leave in one transaction. It limits nothing.
  package var isBatching: Bool

  /// The limits of a new app: no amounts are limited, and the owner is asked about every payment.
  package static let askAlways = PaymentLimits()

  /// Creates limits.
  package init(
    perPayment: Amount? = nil, perPeriod: Amount? = nil, period: BudgetPeriod = .day, count: Int? = nil,
    asking: Asking = .always, asksForNewRecipients: Bool = false, recipients: [String: Amount] = [:],
    isBatching: Bool = false
  ) {
    self.perPayment = perPayment
    self.perPeriod = perPeriod
    self.period = period
    self.count = count
    self.asking = asking
    self.asksForNewRecipients = asksForNewRecipients
    self.recipients = recipients
    self.isBatching = isBatching
  }

  /// The reason why the limits are not acceptable; `nil` if they are.
  package var problem: Problem? {
    switch asking {
    case .above, .never: perPeriod == nil ? .unboundedWithoutAsking : countProblem
    case .always, .refuse: countProblem
    }
  }

  /// The reason why limits are not accepted.
  package enum Problem: Sendable, Hashable {
    /// The limits let payments through unasked but set no limit per period, so that an app could take all the money.
    case unboundedWithoutAsking
    /// The limit of the number of payments is negative.
    case negativeCount
  }

  private var countProblem: Problem? { (count ?? 0) < 0 ? .negativeCount : nil }

  /// Whether these limits allow anything that `before` did not: a higher limit, or payments that need no approval any
  /// more. If two limits cannot be compared, the answer is `true`.
  package func widens(_ before: PaymentLimits) -> Bool {
    func isHigher<Value: Comparable>(_ now: Value?, _ then: Value?) -> Bool {
      guard let then else { return false }
      return now.map { $0 > then } ?? true
    }
    let isBounded = before.perPeriod != nil || before.count != nil || !before.recipients.isEmpty
    return asking.widens(before.asking) || asksLess(than: before) || isHigher(perPayment, before.perPayment)
      || isHigher(perPeriod, before.perPeriod) || isHigher(count, before.count)
      || (isBounded && period != before.period)
      || before.recipients.contains { isHigher(recipients[$0.key], $0.value) }
  }
}

extension PaymentLimits {
  /// Whether payments to new recipients leave unasked that `before` had the owner asked for.
  private func asksLess(than before: PaymentLimits) -> Bool {
    // Whom the owner names is known.
    let namesMore = recipients.contains { before.recipients[$0.key] == nil }
    guard before.asksForNewRecipients, !asksForNewRecipients || namesMore else { return false }
    return switch asking {
    case .above, .never: true
    case .always, .refuse: false
    }
  }

  /// Whether the owner has named this recipient among the limits.
  package func names(_ recipient: String) -> Bool { recipients[recipient] != nil }
}

extension PaymentLimits.Asking {
  /// Whether fewer payments need an approval, or fewer are refused, than under `before`.
  fileprivate func widens(_ before: Self) -> Bool {
    switch (self, before) {
    case (.refuse, _), (.always, .always), (.always, .above), (.always, .never), (_, .never): false
    case (.above(let now), .above(let then)): now > then
    case (_, _): true
    }
  }
}

extension PaymentLimits: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kinds of limits that are set. Amounts and addresses do not appear in logs.
  package var description: String {
    let set = [
      perPayment.map { _ in "per payment" }, perPeriod.map { _ in "per \(period.rawValue)" },
      count.map { _ in "count" },
      recipients.isEmpty ? nil : "per recipient",
      asksForNewRecipients ? "new recipients" : nil,
    ].compactMap(\.self)
    return "asking \(asking); limits: \(set.isEmpty ? "none" : set.joined(separator: ", "))"
  }
  /// The same as the description.
  package var debugDescription: String { description }
}
