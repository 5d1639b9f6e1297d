import Ledger
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Whether a transaction that took the place of an order's own makes its payment: one that pays once and is the payment
/// of another order that is alike (the same recipient, the same amount) is not this one's too.
struct ReplacedPayment {
  let order: OrderMachine
  let context: ProviderContext

  /// The wallet's word, with what is another order's payment as the conflict that it is.
  ///
  /// - Throws: ``WalletError/unavailable`` where the ledger cannot be read: then nothing is known.
  func checked(_ lookup: PaymentLookup) async throws(WalletError) -> PaymentLookup {
    guard case .replaced(let other, let confirmations, let payments) = lookup,
      other.transactionID != order.progress.replacement?.transactionID
    else { return lookup }
    let order = order
    do throws(LedgerError) {
      let taken = try await context.ledger.read { reader throws(LedgerError) in
        try reader.ordersPaid(by: other.transactionID, alike: order)
      }
      return taken < payments ? lookup : .conflicted(confirmations: confirmations)
    } catch {
      context.ledgerTrouble(error)
      throw .unavailable
    }
  }
}
