package import Logging
package import PaymentsModel
import WalletBackend

/// The reservations of coins in memory, which keep two payments from taking the same ones.
extension CurrencyWallet {
  /// Reserves the coins of an order from the ledger. Called before any payment is prepared.
  package func reserve(_ signedTransaction: SignedTransaction, of order: OrderID, log: Logger) {
    do throws(WalletError) {
      try backend.keepAgain(signedTransaction)
    } catch {
      log.log(
        level: .ownFault,
        "the wallet does not know the coins of an open order",
        metadata: ["order": "\(order.rawValue)", "currency": "\(currency.code)"])
    }
  }

  /// Ends the reservation that was made while a transaction was built: its coins stay reserved for it, or become free.
  package func settle(_ signedTransaction: SignedTransaction, isKept: Bool) {
    do throws(WalletError) {
      let coins = try backend.coins(of: signedTransaction)
      if isKept { backend.reservations.keep(coins) } else { backend.reservations.giveBack(coins) }
    } catch {
      // This is a transaction of another kind of wallet, which reserves no coins here.
      return
    }
  }
}
