import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// The inputs of payments, locked in the wallet only for orders that the ledger has, and reconciled with it: at each start,
/// as orders end, and at each look at the wallet. So a lock outlives neither a crash of this program nor a time in which
/// the wallet did not answer by more than a look. What the owner locked by hand is in no order and is left alone.
extension WalletDesk {
  /// Keeps the coins of an order that the ledger has; before anything is prepared.
  func keepInputs(of order: PaymentsCore.PaymentOrder, log: Logger) {
    guard let artefact = order.progress.artefact else { return }
    do throws(WalletError) {
      try backend.keepAgain(PaymentArtefact(artefact))
    } catch {
      log.error(
        "the wallet does not know the coins of an open order",
        metadata: ["order": "\(order.terms.id.rawValue)", "currency": "\(currency.code)"])
    }
  }

  /// What is being built of an artefact is decided: the coins are kept for it, or free.
  func settle(_ artefact: OrderArtefact, isKept: Bool) {
    do throws(WalletError) {
      let coins = try backend.coins(of: PaymentArtefact(artefact))
      if isKept { backend.reservations.keep(coins) } else { backend.reservations.giveBack(coins) }
    } catch {
      // It is an artefact of another kind of wallet, which has no coins taken here.
      return
    }
  }

  /// Locks the inputs of an order, unless it has ended meanwhile.
  func lockInputs(of process: OrderProcess, _ artefact: OrderArtefact) async {
    await locking.enter()
    defer { locking.leave() }
    guard process.read({ $0.wants(.lockInputs(artefact)) }) else { return }
    // It keeps the owner from spending them by hand; where the wallet refuses, the payment is made at most once all the
    // same, and no other order gets these coins.
    try? await backend.lock(PaymentArtefact(artefact))
  }

  /// Frees the inputs of all orders that have ended without their payment; those that the wallet does not free now are
  /// tried again at the next look.
  func freeInputs(_ ledger: Ledger) async throws(LedgerError) {
    await locking.enter()
    defer { locking.leave() }
    let code = currency.code
    let due = try await ledger.read { reader throws(LedgerError) in try reader.inputsToFree(currency: code) }
    for order in due {
      guard let artefact = order.progress.artefact, await free(artefact) else { continue }
      let id = order.terms.id
      try await ledger.write { transaction throws(LedgerError) in try transaction.inputsAreFree(of: id) }
    }
  }

  private func free(_ artefact: OrderArtefact) async -> Bool {
    do throws(WalletError) {
      try await backend.release(PaymentArtefact(artefact))
    } catch {
      return false
    }
    settle(artefact, isKept: false)
    return true
  }

  /// Brings the wallet's locks to what the ledger says: frees what is due, and locks what the network was not seen to have,
  /// since the wallet may have been started anew without its locks.
  func reconcileInputs(_ context: ProviderContext) async throws(LedgerError) {
    try await freeInputs(context.ledger)
    for process in context.orders.live {
      let order = process.order
      guard order.terms.currency == currency.code, order.progress.isInDoubt, let artefact = order.progress.artefact
      else { continue }
      await lockInputs(of: process, artefact)
    }
  }
}
