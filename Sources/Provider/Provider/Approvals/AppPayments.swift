import Ledger
import PaymentsCore
import PaymentsModel

/// Ends the payments of an app that is not allowed to pay any more, so that none of them is submitted.
struct AppPayments {
  let app: AppKey
  let payments: Payments

  private var core: ProviderCore { payments.core }

  /// Ends all payments that were not submitted, including approved ones, and waits until that is stored. Submitted
  /// payments are still followed.
  ///
  /// - Parameter event: The event for payments that wait for the owner: `denied` if the owner ends them,
  ///   `cancelRequested` if the app does. Approved payments are always cancelled.
  func end(_ event: OrderEvent) async {
    for process in payments.orders.live where process.read(\.terms.app) == app && process.read(\.isCancellable) {
      let changes = core.hub.changes(of: process.read(\.terms.id.rawValue))
      // An approved payment is cancelled and not denied, because the owner did not refuse this very payment.
      if process.read(\.state) != .approved { process.post(event) }
      process.post(.cancelRequested)
      if process.isTakenUp, process.read(\.isCancellable) { await ChangeHub.next(changes, atMost: .seconds(5)) }
    }
  }

  /// Does this for all apps that are not approved. Called at a start, in case the provider ended before this was done.
  static func endLeftovers(_ payments: Payments) async throws(ProviderStartError) {
    for app in Set(payments.orders.live.map { $0.read(\.terms.app) }) {
      let isApproved: Bool
      do throws(LedgerError) {
        isApproved = try await Self.isApproved(app, payments.core.ledger)
      } catch {
        throw .ledger("\(error)")
      }
      if !isApproved { await AppPayments(app: app, payments: payments).end(.denied) }
    }
  }

  /// Returns whether an app is approved. Called right before a payment of the app is built.
  static func isApproved(_ app: AppKey, _ ledger: Ledger) async throws(LedgerError) -> Bool {
    try await ledger.read { reader in try reader.appStatus(app) == .approved }
  }
}
