import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Follows the payments of orders that have succeeded until they are deep in the chain: what a reorganisation undoes is
/// told to the app and the owner, and is taken back in the books.
struct PaidOrders {
  let desk: WalletDesk
  let context: ProviderContext

  /// Looks at each of them once.
  func look() async throws(LedgerError) {
    guard desk.status == .ready else { return }
    let code = desk.currency.code
    let orders = try await context.ledger.read { reader throws(LedgerError) in
      try reader.shallowOrders(currency: code)
    }
    for order in orders where !context.isStopping { try await look(at: order) }
  }

  private func look(at order: PaymentOrder) async throws(LedgerError) {
    guard let artefact = order.progress.artefact.map(PaymentArtefact.init) else { return }
    let lookup: PaymentLookup
    do throws(WalletError) {
      lookup = try await ReplacedPayment(order: order, context: context).checked(desk.backend.lookup(artefact))
    } catch {
      // The next look tries again.
      return
    }
    var after = order
    switch after.followUp(OrderLookup(lookup), at: context.clock.now()) {
    case .asBefore: return
    case .sendAgain(let artefact):
      // Whatever comes of it, the next look tells.
      _ = try? await desk.backend.commit(PaymentArtefact(artefact))
    case .buried:
      try await context.record { transaction throws(LedgerError) in try transaction.buryOrder(order.terms.id) }
    case .changed: try await store(after, since: order)
    }
  }

  private func store(_ order: PaymentOrder, since earlier: PaymentOrder) async throws(LedgerError) {
    let event = try NewEvent(order)
    let audit = OrderAudit.followedUp(order)
    try await context.record { transaction throws(LedgerError) in
      try transaction.updatePaidOrder(order, since: earlier)
      try transaction.appendEvent(event)
      try transaction.appendAudit([audit])
    }
    context.hub.changed([order.terms.id.rawValue], of: order.terms.app)
    guard order.progress.reversedAt != nil else { return }
    context.log.error(
      "a payment that had succeeded was taken back: another transaction has spent its coins",
      metadata: ["order": "\(order.terms.id.rawValue)", "currency": "\(order.terms.currency)"])
  }
}
