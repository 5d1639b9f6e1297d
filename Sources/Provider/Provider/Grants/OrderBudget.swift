import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel

// Orders against the limits: each function runs inside the unit that stores the order.

extension SpendingLimits {
  /// Books what an order takes of its app's budget, where the step that it made changes that: set aside when it was
  /// approved, at the real total once that is known, given back when it ended unpaid or goes back to the owner. Where
  /// it does not fit, nothing is written and the unit must store nothing else.
  ///
  /// - Parameters:
  ///   - order: as it is to be stored.
  ///   - before: what the stored version of it takes; `nil` also where it is new.
  func book(
    _ order: OrderMachine, before: Amount?, in transaction: LedgerTransaction
  ) throws(LedgerError) -> BudgetExceeded? {
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
  ) throws(LedgerError) -> BudgetExceeded? {
    let terms = order.terms
    let moment = order.progress.approval?.at ?? clock.now()
    let before = try status(of: terms.app, terms.currency, to: terms.address, at: moment, transaction)
    // What is paid is counted, whether it fits or not.
    if order.progress.signedTransaction == nil, let exceeded = BudgetRules.refusal(of: total, to: terms.address, before)
    {
      return exceeded
    }
    let day = calendar.day(at: moment)
    try transaction.reserve(
      BudgetReservation(
        order: terms.id, app: terms.app, currency: terms.currency, recipient: terms.address,
        countsRecipient: before.limits.recipients[terms.address] != nil, day: day, amount: total))
    let after = BudgetStatus(
      limits: before.limits, usage: before.usage.adding(BudgetUsage(amount: total, count: 1)),
      resetsAt: before.resetsAt)
    try warn(terms.app, terms.currency, after, day, at: moment, in: transaction)
    return nil
  }

  /// Tells the app once a period that little is left.
  private func warn(
    _ app: AppKey, _ code: String, _ status: BudgetStatus, _ day: CivilDay, at now: Timestamp,
    in transaction: LedgerTransaction
  ) throws(LedgerError) {
    let limits = status.limits
    guard BudgetRules.isLow(status.usage, limits), let wallet = wallets.existingWallet(code) else { return }
    let first = limits.period.days(around: day).lowerBound
    guard try transaction.noteBudgetWarning(app, currency: code, period: limits.period, first: first) else { return }
    try transaction.appendEvent(
      NewEvent(budgetLow: PaymentsAPI.Budget(status, wallet.currency), of: app, first: first, at: now))
  }
}
