package import Ledger
package import PaymentsCore
package import PaymentsModel

// Applies the limits to orders. Each function runs inside the unit that stores the order.

extension SpendingLimits {
  /// Updates the part of its app's budget that an order takes, if its new version changes that. The part is set aside
  /// when the order is approved, adapted to the real total once that is known, and released when the order ends unpaid
  /// or goes back to the owner. If the order does not fit, nothing is written, and the unit must store nothing else.
  ///
  /// - Parameters:
  ///   - order: The order in the version that is to be stored.
  ///   - before: The part that the stored version takes; `nil` also for a new order.
  package func book(
    _ order: OrderMachine, before: Amount?, in transaction: LedgerTransaction
  ) throws -> BudgetExceeded? {
    switch (before, order.countedTotal) {
    case (nil, nil): return nil
    case (nil, let total?): return try reserve(order, total, in: transaction)
    case (_?, nil): try transaction.releaseReservation(order)
    case (let before?, let total?): if total != before { try transaction.settleReservation(order, total: total) }
    }
    return nil
  }

  private func reserve(
    _ order: OrderMachine, _ total: Amount, in transaction: LedgerTransaction
  ) throws -> BudgetExceeded? {
    let terms = order.terms
    let moment = order.progress.approval?.at ?? clock.now()
    let before = try status(of: terms.app, terms.currency, to: terms.address, at: moment, transaction)
    // A payment with a transaction is counted, whether it fits or not.
    if order.progress.signedTransaction == nil, let exceeded = BudgetRules.refusal(of: total, to: terms.address, before)
    {
      return exceeded
    }
    if let exceeded = Self.lapse(of: order, total, before) { return exceeded }
    let day = calendar.day(at: moment)
    try transaction.reserve(
      BudgetReservation(
        order: terms.id, app: terms.app, currency: terms.currency, recipient: terms.address,
        countsRecipient: before.limits.recipients[terms.address] != nil, day: day, amount: total))
    let after = BudgetStatus(
      limits: before.limits, usage: before.usage.adding(BudgetUsage(amount: total, count: 1)),
      resetsAt: before.resetsAt, mostWithoutPIN: before.mostWithoutPIN)
    try warn(terms.app, terms.currency, status: after, day: day, at: moment, in: transaction)
    return nil
  }

  /// Returns what is exceeded if an order was approved without a question, and the owner has since decided that such a
  /// payment needs one, or that the app may not pay.
  private static func lapse(of order: OrderMachine, _ total: Amount, _ status: BudgetStatus) -> BudgetExceeded? {
    guard order.progress.signedTransaction == nil, order.progress.approval?.kind == .standing else { return nil }
    switch BudgetRules.decide(total, to: order.terms.address, status) {
    case .noQuestion: return nil
    case .exceeded(let exceeded): return exceeded
    case .ask, .denied: return BudgetExceeded(limit: .perPayment, left: .zero, resetsAt: nil)
    }
  }

  /// Tells the app once in each period that little of its budget is left.
  private func warn(
    _ app: AppKey, _ code: String, status: BudgetStatus, day: CivilDay, at now: Timestamp,
    in transaction: LedgerTransaction
  ) throws {
    let limits = status.limits
    guard BudgetRules.isLow(status.usage, limits), let wallet = wallets[code] else { return }
    let first = limits.period.days(around: day).lowerBound
    guard try transaction.noteBudgetWarning(app, currency: code, period: limits.period, first: first) else { return }
    try transaction.appendEvent(
      try reports.event(lowBudget: status, of: app, wallet.currency, first: first, at: now))
  }
}
