import Ledger
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Follows the payments of orders that have succeeded until they are deep in the chain. If a reorganisation undoes one,
/// the app and the owner are told, and the booking is reversed.
struct PaidOrders {
  let wallet: CurrencyWallet
  let orders: Orders

  private var environment: any OrderEnvironment { orders.environment }

  /// Looks at each of these payments once.
  ///
  /// - Parameter all: Whether those that were in a block are looked at, too, which only another block can undo.
  /// - Returns: `false` if the wallet did not answer to some of the questions, which have to be asked again.
  func look(all: Bool) async throws(LedgerError) -> Bool {
    // The next look is made when the wallet is ready again.
    guard wallet.status == .ready else { return true }
    let code = wallet.currency.code
    let orders = try await environment.ledger.read { reader in
      try reader.shallowOrders(currency: code)
    }
    var isComplete = true
    for order in orders where !environment.isStopping && (all || order.progress.confirmations == 0) {
      if try await !look(at: order) { isComplete = false }
    }
    return isComplete
  }

  private func look(at order: OrderMachine) async throws(LedgerError) -> Bool {
    guard let signedTransaction = order.progress.signedTransaction else { return true }
    let lookup: PaymentLookup
    do throws(WalletError) {
      lookup = try await ReplacedPayment(order: order, environment: environment).checked(
        wallet.backend.lookup(signedTransaction))
    } catch {
      return false
    }
    var after = order
    switch after.followUp(lookup, at: environment.clock.now()) {
    case .asBefore: break
    case .sendAgain(let signedTransaction):
      // The result is not needed: the next look finds out what became of the transaction.
      let isWithdrawn = try await environment.ledger.read { reader in
        try reader.isWithdrawn(signedTransaction.transactionID)
      }
      if !isWithdrawn, await environment.isWriting() { _ = try? await wallet.backend.commit(signedTransaction) }
    case .buried:
      try await environment.ledger.write { transaction in try transaction.buryOrder(order.terms.id) }
    case .changed:
      return try await store(after, since: order, lookup)
    }
    return true
  }

  /// Stores what became of the payment. Returns `false` if it is a payment that another order has taken since: the next
  /// look finds this one in conflict.
  private func store(
    _ order: OrderMachine, since earlier: OrderMachine, _ lookup: PaymentLookup
  ) async throws(LedgerError) -> Bool {
    switch await orders.store.commit([try orders.store.next(order, after: earlier, .lookedUp(lookup))]) {
    case .stored: break
    case .refused, .earlier: return false
    case .failed(let error): throw error
    }
    orders.publish(order, since: earlier)
    return true
  }
}
