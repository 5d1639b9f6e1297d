import Ledger
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Decides whether a transaction that replaced an order's own transaction makes the order's payment. A transaction with
/// a single payment that already belongs to another order with the same recipient and amount does not pay this one,
/// too.
///
/// ``checked(_:)`` looks beforehand, so that an order learns of the conflict at once. ``Taking`` decides, in the unit that
/// stores the order: two orders that ask for the same may have looked at the same moment.
struct ReplacedPayment {
  /// That an order takes a payment of a transaction which replaced its own.
  struct Taking: Sendable {
    private let order: OrderMachine
    private let transactionID: String
    private let payments: Int

    /// - Returns: `nil` if the order takes no other transaction than it has taken already.
    init?(_ lookup: PaymentLookup, by order: OrderMachine, after earlier: OrderMachine) {
      guard case .replaced(let other, _, let payments) = lookup,
        order.progress.replacement?.transactionID == other.transactionID,
        earlier.progress.replacement?.transactionID != other.transactionID
      else { return nil }
      self.order = order
      transactionID = other.transactionID
      self.payments = payments
    }

    /// Whether the transaction makes a payment that no other order has taken.
    func isFree(_ reader: LedgerReader) throws -> Bool {
      try reader.ordersPaid(by: transactionID, alike: order) < payments
    }
  }

  let order: OrderMachine
  let environment: any OrderEnvironment

  /// Returns the wallet's report. A replacement that is the payment of another order is changed to a conflict.
  ///
  /// - Throws: ``WalletError/unavailable`` if the ledger cannot be read, because then the answer is unknown.
  func checked(_ lookup: PaymentLookup) async throws(WalletError) -> PaymentLookup {
    guard case .replaced(let other, let confirmations, let payments) = lookup,
      other.transactionID != order.progress.replacement?.transactionID
    else { return lookup }
    let order = order
    do throws(LedgerError) {
      let taken = try await environment.ledger.read { reader in
        try reader.ordersPaid(by: other.transactionID, alike: order)
      }
      return taken < payments ? lookup : .conflicted(confirmations: confirmations)
    } catch {
      environment.ledgerTrouble(error)
      throw .unavailable
    }
  }
}
