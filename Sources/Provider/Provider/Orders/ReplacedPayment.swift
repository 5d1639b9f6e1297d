import Ledger
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Decides whether a transaction that replaced an order's own transaction makes the order's payment. A transaction with
/// a single payment that already belongs to another order with the same recipient and amount does not pay this one,
/// too.
struct ReplacedPayment {
  let order: OrderMachine
  let core: ProviderCore

  /// Returns the wallet's report. A replacement that is the payment of another order is changed to a conflict.
  ///
  /// - Throws: ``WalletError/unavailable`` if the ledger cannot be read, because then the answer is unknown.
  func checked(_ lookup: PaymentLookup) async throws(WalletError) -> PaymentLookup {
    guard case .replaced(let other, let confirmations, let payments) = lookup,
      other.transactionID != order.progress.replacement?.transactionID
    else { return lookup }
    let order = order
    do throws(LedgerError) {
      let taken = try await core.ledger.read { reader in
        try reader.ordersPaid(by: other.transactionID, alike: order)
      }
      return taken < payments ? lookup : .conflicted(confirmations: confirmations)
    } catch {
      core.ledgerTrouble(error)
      throw .unavailable
    }
  }
}
