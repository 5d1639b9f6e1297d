import Ledger
import Logging
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Locks inputs of payments in the wallet. Inputs are locked only for orders in the ledger, and the locks are compared
/// with the ledger at each start, when orders end, and at each look at the wallet. If this program crashes or the
/// wallet does not answer, an obsolete lock therefore lasts until the next look at most. Coins that the owner locked by
/// hand belong to no order and stay locked.
extension CurrencyWallet {
  /// Reserves the coins of an order from the ledger. Called before any payment is prepared.
  func reserveInputs(of order: OrderMachine, log: Logger) {
    guard let signedTransaction = order.progress.signedTransaction else { return }
    do throws(WalletError) {
      try backend.keepAgain(signedTransaction)
    } catch {
      log.log(
        level: .ownFault,
        "the wallet does not know the coins of an open order",
        metadata: ["order": "\(order.terms.id.rawValue)", "currency": "\(currency.code)"])
    }
  }

  /// Ends the reservation that was made while a transaction was built: its coins stay reserved for it, or become free.
  func settle(_ signedTransaction: SignedTransaction, isKept: Bool) {
    do throws(WalletError) {
      let coins = try backend.coins(of: signedTransaction)
      if isKept { backend.reservations.keep(coins) } else { backend.reservations.giveBack(coins) }
    } catch {
      // This is a transaction of another kind of wallet, which reserves no coins here.
      return
    }
  }

  /// Locks the inputs of an order, unless it has ended in the meantime.
  func lockInputs(of process: LiveOrder, _ signedTransaction: SignedTransaction) async {
    await locking.enter()
    defer { locking.leave() }
    guard process.read({ $0.wants(.lockInputs(signedTransaction)) }) else { return }
    // Another order of this transaction has ended unpaid, and its coins were set free for that reason.
    let id = signedTransaction.transactionID
    if let isWithdrawn = try? await process.core.ledger.read({ reader in try reader.isWithdrawn(id) }), isWithdrawn {
      return
    }
    guard await process.core.isWriting() else { return }
    // The lock keeps the owner from spending the coins by hand. If the wallet refuses it, the payment is still made at
    // most once, and no other order gets these coins.
    try? await backend.lock(signedTransaction)
  }

  /// Releases the inputs of all orders that have ended without their payment. If the wallet does not release some of
  /// them now, the next look tries again.
  func freeInputs(_ ledger: Ledger) async throws(LedgerError) {
    await locking.enter()
    defer { locking.leave() }
    let code = currency.code
    let due = try await ledger.read { reader in try reader.inputsToFree(currency: code) }
    for order in due {
      guard let signedTransaction = order.progress.signedTransaction, await free(signedTransaction) else { continue }
      let id = order.terms.id
      try await ledger.write { transaction in try transaction.inputsAreFree(of: id) }
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

  /// Adapts the wallet's locks to the ledger: releases inputs that are due, and locks those of transactions that were
  /// not seen on the network yet, since the wallet may have been restarted and so have lost its locks.
  func reconcileInputs(_ payments: Payments) async throws(LedgerError) {
    try await freeInputs(payments.core.ledger)
    for process in payments.orders.live {
      let signedTransaction = process.read { order in
        order.terms.currency == currency.code && order.progress.isInDoubt ? order.progress.signedTransaction : nil
      }
      guard let signedTransaction else { continue }
      await lockInputs(of: process, signedTransaction)
    }
  }
}
