import Ledger
import PaymentsCore
import PaymentsModel

/// A payment that a limit of its app approved, without a question to the owner.
enum UnaskedPayment {
  /// Whether an order was approved in this way, and is above what may be paid without the owner's PIN, as after a PIN was
  /// set. What has a transaction already goes on.
  static func needsPIN(_ order: OrderMachine, _ grants: SpendingLimits, _ reader: LedgerReader) throws -> Bool {
    guard order.state == .approved, let approval = order.progress.approval, approval.kind == .standing,
      let most = try grants.mostWithoutPIN(order.terms.currency, reader)
    else { return false }
    return order.terms.amount.addingSaturated(approval.feeCap) > most
  }
}
