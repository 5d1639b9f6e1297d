import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Takes up the orders that were under way when the provider ended, however it ended.
struct OrderRecovery {
  let context: ProviderContext

  func run() async throws(ProviderStartError) {
    let open: [PaymentOrder]
    do throws(LedgerError) {
      open = try await context.ledger.read { reader throws(LedgerError) in
        try reader.openOrders(schedule: context.configuration.times.orderSchedule)
      }
    } catch {
      throw .ledger("\(error)")
    }
    for order in open {
      context.orders.start(order, desk: desk(of: order), context: context).post(.recovered)
    }
    if !open.isEmpty { context.log.notice("took up open orders", metadata: ["count": "\(open.count)"]) }
  }

  private func desk(of order: PaymentOrder) -> WalletDesk {
    if let desk = context.wallets.existingDesk(order.terms.currency) { return desk }
    context.log.error(
      "an open order's wallet is not configured any more",
      metadata: ["order": "\(order.terms.id.rawValue)", "currency": "\(order.terms.currency)"])
    return WalletDesk(backend: AbsentWallet(order.terms))
  }
}
