import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Follows the payments of orders that have succeeded until they are deep in the chain. If a reorganisation undoes one,
/// the app and the owner are told, and the booking is reversed.
struct PaidOrders {
  let wallet: CurrencyWallet
  let core: ProviderCore

  /// Looks at each of these payments once.
  func look() async throws(LedgerError) {
    guard wallet.status == .ready else { return }
    let code = wallet.currency.code
    let orders = try await core.ledger.read { reader in
      try reader.shallowOrders(currency: code)
    }
    for order in orders where !core.isStopping { try await look(at: order) }
  }

  private func look(at order: OrderMachine) async throws(LedgerError) {
    guard let signedTransaction = order.progress.signedTransaction else { return }
    let lookup: PaymentLookup
    do throws(WalletError) {
      lookup = try await ReplacedPayment(order: order, core: core).checked(
        wallet.backend.lookup(signedTransaction))
    } catch {
      // The next look tries again.
      return
    }
    var after = order
    switch after.followUp(lookup, at: core.clock.now()) {
    case .asBefore: return
    case .sendAgain(let signedTransaction):
      // The result is not needed: the next look finds out what became of the transaction.
      _ = try? await wallet.backend.commit(signedTransaction)
    case .buried:
      try await core.ledger.write { transaction in try transaction.buryOrder(order.terms.id) }
    case .changed: try await store(after, since: order)
    }
  }

  private func store(_ order: OrderMachine, since earlier: OrderMachine) async throws(LedgerError) {
    let event = try NewEvent(order)
    let audit = OrderAudit.followedUp(order)
    try await core.ledger.write { transaction in
      try transaction.updatePaidOrder(order, since: earlier)
      try transaction.appendEvent(event)
      try transaction.appendAudit([audit])
    }
    core.hub.changed([order.terms.id.rawValue], of: order.terms.app)
    guard order.progress.reversedAt != nil else { return }
    core.log.error(
      "a payment that had succeeded was taken back: another transaction has spent its coins",
      metadata: ["order": "\(order.terms.id.rawValue)", "currency": "\(order.terms.currency)"])
  }
}
