package import Ledger
package import PaymentsCore
package import PaymentsModel

/// Orders that end before they are paid.
extension Orders {
  /// Cancels an order for its app, and returns the answer; `nil` if the ledger failed.
  package func cancel(_ order: LiveOrder) async -> CancelAnswer? {
    guard case .stored(let effects) = await order.outcome(of: .cancelRequested) else { return nil }
    for case .answerCancel(let answer) in effects { return answer }
    return .tooLate
  }

  /// Ends an order by the owner's no, and returns what became of it; `nil` if the ledger failed, or the order waits until
  /// its wallet has told what it sent.
  package func deny(_ order: LiveOrder) async -> OrderMachine? {
    guard order.isTakenUp, case .stored = await order.outcome(of: .denied) else { return nil }
    return order.order
  }

  /// Ends all payments of an app that were not submitted, including approved ones, and waits until that is stored.
  /// Submitted payments are still followed.
  ///
  /// - Parameter event: The event for payments that wait for the owner: `denied` if the owner ends them,
  ///   `cancelRequested` if the app does. Approved payments are always cancelled.
  package func endAll(of app: AppKey, by event: OrderEvent) async {
    for order in live where order.read(\.terms.app) == app && order.read(\.isCancellable) {
      // An approved payment is cancelled and not denied, because the owner did not refuse this very payment.
      let first = order.read(\.state) == .approved ? OrderEvent.cancelRequested : event
      guard order.isTakenUp else {
        for event in [first, .cancelRequested] { order.post(event) }
        continue
      }
      if case .failed = await order.outcome(of: first) { order.post(.cancelRequested) }
      // It may have been approved in this moment.
      if order.read(\.isCancellable) { _ = await order.outcome(of: .cancelRequested) }
    }
  }

  /// Does this for all apps that are not approved. Called at a start, in case the provider ended before this was done.
  package func endLeftovers() async throws(LedgerError) {
    for app in Set(live.map { $0.read(\.terms.app) }) {
      let isApproved = try await environment.ledger.read { reader in try reader.appStatus(app) == .approved }
      if !isApproved { await endAll(of: app, by: .denied) }
    }
  }
}
