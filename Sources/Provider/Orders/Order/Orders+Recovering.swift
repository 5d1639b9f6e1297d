package import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Continues the orders that were open when the provider ended, for whatever reason it ended.
extension Orders {
  package func recover() async throws(LedgerError) {
    let schedule = environment.orderSchedule
    let (open, ended) = try await environment.ledger.read { [wallets] reader in
      let ended = try wallets.keys.sorted().map { try reader.inputsToFree(currency: $0) }
      return (try reader.openOrders(schedule: schedule), ended.joined())
    }
    let found = open.map(found)
    // The coins of all orders are reserved before the first order continues, so that no order takes the coins of
    // another.
    for (order, _) in found {
      guard let signedTransaction = order.read(\.progress.signedTransaction) else { continue }
      order.wallet.reserve(signedTransaction, of: order.read(\.terms.id), log: environment.log)
    }
    // Those of orders that have ended unpaid are given back once the wallet has released them. Whoever took one before that
    // would lose it then.
    for order in ended {
      guard let signedTransaction = order.progress.signedTransaction else { continue }
      wallets[order.terms.currency]?.reserve(signedTransaction, of: order.terms.id, log: environment.log)
    }
    for (order, mustWait) in found { goOn(order, mustWait: mustWait) }
    guard !open.isEmpty else { return }
    environment.log.log(
      level: .ownersBusiness, "continued open orders", metadata: ["count": .stringConvertible(open.count)])
  }

  /// If the ledger was restored from a copy, an order without a transaction may be paid already. It therefore neither
  /// continues nor ends before its wallet has reported what it sent.
  private func found(_ order: OrderMachine) -> (order: LiveOrder, mustWait: Bool) {
    let wallet = wallet(of: order)
    let mustWait = order.progress.signedTransaction == nil && !(wallet.backend is AbsentWallet)
    return (begin(order, wallet: wallet, isTakenUp: !mustWait), mustWait)
  }

  private func goOn(_ order: LiveOrder, mustWait: Bool) {
    guard mustWait else { return order.post(.recovered) }
    sent.whenCompared(order.read(\.terms.currency)) { [sent] in
      order.takeUp(order.mustBeReviewed(sent) ? .held : .recovered)
    }
  }

  private func wallet(of order: OrderMachine) -> CurrencyWallet {
    if let wallet = wallets[order.terms.currency] { return wallet }
    environment.log.log(
      level: .ownersTurn,
      "an open order's wallet is not configured any more",
      metadata: ["order": "\(order.terms.id.rawValue)", "currency": "\(order.terms.currency)"])
    return CurrencyWallet(backend: AbsentWallet(order.terms))
  }
}
