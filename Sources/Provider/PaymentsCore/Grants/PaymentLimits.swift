package import PaymentsModel

/// What the owner allows one app to pay in one currency. All amounts are totals, fee included.
///
/// The limits hold for every payment, also for those that the owner approves; ``asking`` says which of those within
/// them need no question.
package struct PaymentLimits: Sendable, Hashable {
  /// Which payments within the limits the owner is asked about.
  package enum Asking: Sendable, Hashable {
    /// About each.
    case always
    /// About those with a total above this.
    case above(Amount)
    /// About none.
    case never
    /// About none: each is refused.
    case refuse
  }

  /// The largest total of one payment; `nil` for no limit.
  package var perPayment: Amount?
  /// The largest sum of the totals of a period; `nil` for no limit.
  package var perPeriod: Amount?
  /// The period that ``perPeriod``, ``count`` and ``recipients`` are about.
  package var period: BudgetPeriod
  /// The most payments of a period; `nil` for no limit.
  package var count: Int?
  /// Which payments are asked about.
  package var asking: Asking
  /// The largest sum of the totals of a period per recipient, by its address in the wallet's canonical form.
  package var recipients: [String: Amount]

  /// No limits, and each payment asked about: what a new app has.
  package static let askAlways = PaymentLimits()

  /// Limits.
  package init(
    perPayment: Amount? = nil, perPeriod: Amount? = nil, period: BudgetPeriod = .day, count: Int? = nil,
    asking: Asking = .always, recipients: [String: Amount] = [:]
  ) {
    self.perPayment = perPayment
    self.perPeriod = perPeriod
    self.period = period
    self.count = count
    self.asking = asking
    self.recipients = recipients
  }

  /// What makes them unacceptable; `nil` where nothing does.
  package var problem: Problem? {
    switch asking {
    case .above, .never: perPeriod == nil ? .unboundedWithoutAsking : countProblem
    case .always, .refuse: countProblem
    }
  }

  /// Why limits are not accepted.
  package enum Problem: Sendable, Hashable {
    /// Payments without a question need a limit per period: otherwise an app could take all there is.
    case unboundedWithoutAsking
    /// The number of payments must not be negative.
    case negativeCount
  }

  private var countProblem: Problem? { (count ?? 0) < 0 ? .negativeCount : nil }

  /// Whether anything that these allow was not allowed before: a higher limit, or a question less. Cautious where two
  /// limits cannot be compared.
  package func widens(_ before: PaymentLimits) -> Bool {
    func isHigher<Value: Comparable>(_ now: Value?, _ then: Value?) -> Bool {
      guard let then else { return false }
      return now.map { $0 > then } ?? true
    }
    let isBounded = before.perPeriod != nil || before.count != nil || !before.recipients.isEmpty
    return asking.widens(before.asking) || isHigher(perPayment, before.perPayment)
      || isHigher(perPeriod, before.perPeriod) || isHigher(count, before.count)
      || (isBounded && period != before.period)
      || before.recipients.contains { isHigher(recipients[$0.key], $0.value) }
  }
}

extension PaymentLimits.Asking {
  /// Whether fewer payments are asked about, or refused, than before.
  fileprivate func widens(_ before: Self) -> Bool {
    switch (self, before) {
    case (.refuse, _), (.always, .always), (.always, .above), (.always, .never), (_, .never): false
    case (.above(let now), .above(let then)): now > then
    case (_, _): true
    }
  }
}

extension PaymentLimits: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kinds of limits that are set; amounts and addresses do not appear in logs.
  package var description: String {
    let set = [
      perPayment.map { _ in "per payment" }, perPeriod.map { _ in "per \(period.rawValue)" },
      count.map { _ in "count" },
      recipients.isEmpty ? nil : "per recipient",
    ].compactMap(\.self)
    return "asking \(asking); limits: \(set.isEmpty ? "none" : set.joined(separator: ", "))"
  }
  /// The same as the description.
  package var debugDescription: String { description }
}
