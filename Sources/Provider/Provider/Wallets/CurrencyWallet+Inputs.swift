import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// The inputs of payments, locked in the wallet only for orders that the ledger has, and reconciled with it: at each
/// start, as orders end, and at each look at the wallet. So a lock outlives neither a crash of this program nor a time
/// in which the wallet did not answer by more than a look. What the owner locked by hand is in no order and is left
/// alone.
extension CurrencyWallet {
  /// Keeps the coins of an order that the ledger has; before anything is prepared.
  func keepInputs(of order: OrderMachine, log: Logger) {
    guard let signedTransaction = order.progress.signedTransaction else { return }
    do throws(WalletError) {
      try backend.keepAgain(signedTransaction)
    } catch {
      log.error(
        "the wallet does not know the coins of an open order",
        metadata: ["order": "\(order.terms.id.rawValue)", "currency": "\(currency.code)"])
    }
  }

  /// What is being built of a signed transaction is decided: the coins are kept for it, or free.
  func settle(_ signedTransaction: SignedTransaction, isKept: Bool) {
    do throws(WalletError) {
      let coins = try backend.coins(of: signedTransaction)
      if isKept { backend.reservations.keep(coins) } else { backend.reservations.giveBack(coins) }
    } catch {
      // It is a signed transaction of another kind of wallet, which has no coins taken here.
      return
    }
  }

  /// Locks the inputs of an order, unless it has ended meanwhile.
  func lockInputs(of process: OrderProcess, _ signedTransaction: SignedTransaction) async {
    await locking.enter()
    defer { locking.leave() }
    guard process.read({ $0.wants(.lockInputs(signedTransaction)) }) else { return }
    // It keeps the owner from spending them by hand; where the wallet refuses, the payment is made at most once all the
    // same, and no other order gets these coins.
    try? await backend.lock(signedTransaction)
  }

  /// Frees the inputs of all orders that have ended without their payment; those that the wallet does not free now are
  /// tried again at the next look.
  func freeInputs(_ ledger: Ledger) async throws(LedgerError) {
    await locking.enter()
    defer { locking.leave() }
    let code = currency.code
    let due = try await ledger.read { reader throws(LedgerError) in try reader.inputsToFree(currency: code) }
    for order in due {
      guard let signedTransaction = order.progress.signedTransaction, await free(signedTransaction) else { continue }
      let id = order.terms.id
      try await ledger.write { transaction throws(LedgerError) in try transaction.inputsAreFree(of: id) }
    }
  }

  private func free(_ signedTransaction: SignedTransaction) async -> Bool {
    do throws(WalletError) {
      try await backend.release(signedTransaction)
    } catch {
      return false
    }
    settle(signedTransaction, isKept: false)
    return true
  }

  /// Brings the wallet's locks to what the ledger says: frees what is due, and locks what the network was not seen to
  /// have, since the wallet may have been started anew without its locks.
  func reconcileInputs(_ context: ProviderContext) async throws(LedgerError) {
    try await freeInputs(context.ledger)
    for process in context.orders.live {
      let order = process.order
      guard order.terms.currency == currency.code, order.progress.isInDoubt,
        let signedTransaction = order.progress.signedTransaction
      else { continue }
      await lockInputs(of: process, signedTransaction)
    }
  }
}
