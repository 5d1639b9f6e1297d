import Ledger
import PaymentsCore
import PaymentsModel

/// What the owner says of an order whose signed transaction is held back, judged in the unit that stores it.
struct HeldBackPayment: Sendable {
  private let after: OrderMachine
  /// The transaction that the order had until now.
  private let own: SignedTransaction
  /// Whether the order takes another transaction in its place.
  private let isGivenUp: Bool

  /// - Returns: `nil` if the version does not come of the owner's word on a transaction that is held back.
  init?(_ after: OrderMachine, after before: OrderMachine, _ occasion: OrderEvent?) {
    guard before.isHeldBack, let own = before.progress.signedTransaction else { return nil }
    switch occasion {
    case .released: isGivenUp = false
    case .adopted: isGivenUp = true
    default: return nil
    }
    self.after = after
    self.own = own
  }

  /// Returns why the word may not be stored, as far as it leads to a payment; `nil` if it may.
  func refusal(_ reader: LedgerReader) throws -> OrderRefusal? {
    if isGivenUp {
      // Other orders are paid by it, and it would pay this one, too.
      return try reader.payments(of: own.transactionID, currency: after.terms.currency).count > 1
        ? .replacementTaken : nil
    }
    if try WalletLock.isLocked(reader) { return .locked }
    return try DoubtfulPayment.mustBeReviewed(after.terms, reader) ? .doubtful : nil
  }

  /// Erases the order's own transaction, so that nobody sends it, and notes its mark, which is still in the wallet, as that
  /// of a transaction that pays nothing.
  func giveUp(in transaction: LedgerTransaction, of provider: String) throws {
    guard isGivenUp else { return }
    try transaction.replaceTransaction(of: after)
    let mark = SendMark(provider: provider, transactionID: own.transactionID)
    try transaction.settleMark(mark.transaction, currency: after.terms.currency)
  }
}
