package import Ledger
import PaymentsCore
package import PaymentsModel
import WalletBackend

/// Locks the inputs of payments in the wallet. Inputs are locked only for orders in the ledger, and the locks are compared
/// with the ledger at each start, when orders end, and at each look at the wallet. If this program crashes or the
/// wallet does not answer, an obsolete lock therefore lasts until the next look at most. Coins that the owner locked by
/// hand belong to no order and stay locked.
package struct CoinLocks: Sendable {
  let wallet: CurrencyWallet
  let orders: Orders

  package init(_ wallet: CurrencyWallet, _ orders: Orders) {
    self.wallet = wallet
    self.orders = orders
  }

  private var ledger: Ledger { orders.environment.ledger }

  /// Locks the inputs of an order, unless it has ended in the meantime.
  func lock(_ signedTransaction: SignedTransaction, of order: LiveOrder) async {
    await wallet.locking.enter()
    defer { wallet.locking.leave() }
    guard order.read({ $0.wants(.lockInputs(signedTransaction)) }) else { return }
    // Another order of this transaction has ended unpaid, and its coins were set free for that reason.
    let id = signedTransaction.transactionID
    if let isWithdrawn = try? await ledger.read({ reader in try reader.isWithdrawn(id) }), isWithdrawn { return }
    guard await orders.environment.isWriting() else { return }
    // The lock keeps the owner from spending the coins by hand. If the wallet refuses it, the payment is still made at
    // most once, and no other order gets these coins.
    try? await wallet.backend.lock(signedTransaction)
  }

  /// Releases the inputs of all orders that have ended without their payment. If the wallet does not release some of
  /// them now, the next look tries again.
  package func release() async throws(LedgerError) {
    try await Self.release(in: wallet, ledger)
  }

  /// Releases the inputs of a transaction that no order has any more. If the wallet does not release them now, they stay
  /// locked until the wallet is restarted.
  package func release(_ givenUp: SignedTransaction) async {
    await wallet.locking.enter()
    defer { wallet.locking.leave() }
    try? await wallet.backend.release(givenUp)
    wallet.settle(givenUp, isKept: false)
  }

  /// Releases the inputs of all orders of a wallet that have ended without their payment.
  package static func release(in wallet: CurrencyWallet, _ ledger: Ledger) async throws(LedgerError) {
    await wallet.locking.enter()
    defer { wallet.locking.leave() }
    let code = wallet.currency.code
    let due = try await ledger.read { reader in try reader.inputsToFree(currency: code) }
    for order in due {
      guard let signedTransaction = order.progress.signedTransaction else { continue }
      do throws(WalletError) {
        try await wallet.backend.release(signedTransaction)
      } catch {
        continue
      }
      let id = order.terms.id
      try await ledger.write { transaction in try transaction.inputsAreFree(of: id) }
      // Once they are given back another order may take them, and an order that is still due would give them back again.
      wallet.settle(signedTransaction, isKept: false)
    }
  }

  /// Adapts the wallet's locks to the ledger: releases inputs that are due, and locks those of transactions that were
  /// not seen on the network yet, since the wallet may have been restarted and so have lost its locks.
  package func reconcile() async throws(LedgerError) {
    try await release()
    for order in orders.live {
      let signedTransaction = order.read { order in
        order.terms.currency == wallet.currency.code && order.progress.isInDoubt
          ? order.progress.signedTransaction : nil
      }
      if let signedTransaction { await lock(signedTransaction, of: order) }
    }
  }
}
