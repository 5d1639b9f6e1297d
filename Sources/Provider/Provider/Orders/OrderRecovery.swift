import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Continues the orders that were open when the provider ended, for whatever reason it ended.
struct OrderRecovery {
  let payments: Payments

  private var core: ProviderCore { payments.core }

  func run() async throws(ProviderStartError) {
    let open: [OrderMachine]
    do throws(LedgerError) {
      open = try await core.ledger.read { reader in
        try reader.openOrders(schedule: core.times.orderSchedule)
      }
    } catch {
      throw .ledger("\(error)")
    }
    let started = open.map(start)
    // The coins of all orders are reserved before the first order continues, so that no order takes the coins of
    // another.
    for order in started { order.process.reserveInputs() }
    for order in started { goOn(order) }
    guard !open.isEmpty else { return }
    core.log.log(
      level: .ownersBusiness, "continued open orders", metadata: ["count": .stringConvertible(open.count)])
  }

  /// Starts the process of an order. If the ledger was restored from a copy, an order without a transaction may be paid
  /// already. It therefore neither continues nor ends before its wallet has reported what it sent.
  private func start(_ order: OrderMachine) -> Started {
    let wallet = wallet(of: order)
    let mustWait = order.progress.signedTransaction == nil && !(wallet.backend is AbsentWallet)
    return Started(
      process: payments.orders.start(order, wallet: wallet, payments: payments, isTakenUp: !mustWait),
      currency: order.terms.currency, mustWait: mustWait)
  }

  private func goOn(_ order: Started) {
    let (process, history) = (order.process, payments.sent)
    guard order.mustWait else { return process.post(.recovered) }
    history.whenCompared(order.currency) {
      process.takeUp(process.mustBeReviewed(history) ? .held : .recovered)
    }
  }

  private struct Started {
    let process: LiveOrder
    let currency: String
    let mustWait: Bool
  }

  private func wallet(of order: OrderMachine) -> CurrencyWallet {
    if let wallet = payments.wallets.existingWallet(order.terms.currency) { return wallet }
    core.log.log(
      level: .ownersTurn,
      "an open order's wallet is not configured any more",
      metadata: ["order": "\(order.terms.id.rawValue)", "currency": "\(order.terms.currency)"])
    return CurrencyWallet(backend: AbsentWallet(order.terms))
  }
}
