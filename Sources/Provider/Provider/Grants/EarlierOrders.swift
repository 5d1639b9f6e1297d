import Ledger
import PaymentsCore
import PaymentsModel

extension SpendingLimits {
  /// Counts the orders that an earlier version of the provider stored without counting them: orders under way, and
  /// orders that were paid in periods that may not be over. This is done once for each ledger.
  func countEarlierOrders() async throws(LedgerError) {
    let mark = "budgets.counted"
    let isDone = try await ledger.read { reader throws(LedgerError) in try reader.setting(mark) != nil }
    guard !isDone else { return }
    // The longest period, and one day for the time zone. For ended orders the time of their approval was not stored.
    let since = clock.now().advanced(by: .seconds(-32 * 86_400))
    try await ledger.write { transaction throws(LedgerError) in
      for order in try transaction.uncountedOrders(since: since) {
        guard let total = order.countedTotal else { continue }
        let terms = order.terms
        let limits = try limits(of: terms.app, terms.currency, transaction)
        try transaction.reserve(
          BudgetReservation(
            order: terms.id, app: terms.app, currency: terms.currency, recipient: terms.address,
            countsRecipient: limits.recipients[terms.address] != nil,
            day: calendar.day(at: order.progress.approval?.at ?? terms.createdAt), amount: total))
      }
      try transaction.setSetting(mark, "1")
    }
  }
}
