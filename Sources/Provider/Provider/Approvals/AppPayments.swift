import Ledger
import PaymentsCore
import PaymentsModel

/// The payments of an app that is not allowed anything any more: none of them may be submitted.
struct AppPayments {
  let app: AppKey
  let context: ProviderContext

  /// Ends all that were not submitted, those that were approved included, and waits until that is stored. What was
  /// submitted is followed on.
  ///
  /// - Parameter event: how those end that still wait for the owner: `denied` where the owner wants it,
  ///   `cancelRequested` where the app does. What was approved is cancelled.
  func end(_ event: OrderEvent) async {
    for process in context.orders.live where process.read(\.terms.app) == app && process.read(\.isCancellable) {
      let changes = context.hub.changes(of: process.read(\.terms.id.rawValue))
      // What was approved already is withdrawn: only the owner's own no to it is one.
      if process.read(\.state) != .approved { process.post(event) }
      process.post(.cancelRequested)
      if process.isTakenUp, process.read(\.isCancellable) { await ChangeHub.next(changes, atMost: .seconds(5)) }
    }
  }

  /// The same for all apps, at a start: the provider may have ended before it was done.
  static func endLeftovers(_ context: ProviderContext) async throws(ProviderStartError) {
    for app in Set(context.orders.live.map { $0.read(\.terms.app) }) {
      let isApproved: Bool
      do throws(LedgerError) {
        isApproved = try await Self.isApproved(app, context)
      } catch {
        throw .ledger("\(error)")
      }
      if !isApproved { await AppPayments(app: app, context: context).end(.denied) }
    }
  }

  /// Whether an app is allowed anything; looked up right before a payment of it is built.
  static func isApproved(_ app: AppKey, _ context: ProviderContext) async throws(LedgerError) -> Bool {
    try await context.ledger.read { reader throws(LedgerError) in try reader.appStatus(app) == .approved }
  }
}
