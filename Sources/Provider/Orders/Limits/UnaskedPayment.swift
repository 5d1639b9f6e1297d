package import Ledger
package import PaymentsCore
import PaymentsModel

/// A payment that was approved without the owner's PIN, such as by a limit of its app.
package enum UnaskedPayment {
  /// Whether an order was approved in this way, and is above what may be paid without the owner's PIN, as after a PIN was
  /// set. What has a transaction already goes on.
  package static func needsPIN(_ order: OrderMachine, limits: SpendingLimits, by reader: LedgerReader) throws -> Bool {
    guard order.state == .approved, let approval = order.progress.approval, approval.kind == .standing,
      let most = try limits.mostWithoutPIN(order.terms.currency, reader)
    else { return false }
    return order.terms.amount.addingSaturated(approval.feeCap) > most
  }

  /// Whether the owner said yes to an order without the PIN, and it is above what may be paid so. The program that asked
  /// looked before; this is what the ledger has as it stores the yes.
  package static func lacksPIN(_ order: OrderMachine, limits: SpendingLimits, by reader: LedgerReader) throws -> Bool {
    guard let approval = order.progress.approval, approval.kind == .owner, !approval.hasPIN,
      let most = try limits.mostWithoutPIN(order.terms.currency, reader)
    else { return false }
    return order.terms.amount.addingSaturated(approval.feeCap) > most
  }
}
