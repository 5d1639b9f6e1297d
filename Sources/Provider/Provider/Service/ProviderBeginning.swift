import Ledger
import Logging
import Orders
import PaymentsModel

/// What a provider does with its ledger and its wallets before it serves anybody.
extension ProviderParts {
  /// Goes on with the payments that are not at their end, and begins to follow the wallets.
  func begin() async throws -> WalletMonitors {
    try await load()
    try await payments.orders.recover()
    try await payments.orders.endLeftovers()
    return await WalletMonitors.begin(payments)
  }

  /// Reads the owner's decisions of earlier runs, which must apply before any order continues.
  private func load() async throws(LedgerError) {
    try await pin.load()
    let orders = payments.orders
    try await orders.lock.load()
    try await orders.sent.load(core.ledger, at: core.clock.now())
    try await ConfiguredLimits(payments: payments).note(at: core.clock.now())
    payments.wallets.follow(orders.lock, orders.sent)
    for code in payments.wallets.wallets.map(\.currency.code) where orders.sent.isStopped(code) {
      core.log.log(
        level: .ownersTurn,
        "paying is stopped, as before this start: the wallet sent what this ledger does not know; the owner has to look",
        metadata: ["currency": "\(code)"])
    }
  }
}
