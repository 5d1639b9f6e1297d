import Ledger
import PaymentsCore
import PaymentsModel

/// A new version of an order as the ledger stores it: with its event, its audit entries and its part of the budget.
struct OrderVersion: Sendable {
  private let order: OrderMachine
  /// The version that the ledger has.
  private let expected: Int64
  /// What the order takes of the budget before the change.
  private let counted: Amount?
  private let event: NewEvent
  private let audit: [AuditEntry]
  private let grants: SpendingLimits

  /// - Throws: ``LedgerError`` if the event cannot be encoded.
  init(_ order: OrderMachine, after earlier: OrderMachine, _ grants: SpendingLimits) throws(LedgerError) {
    self.order = order
    expected = earlier.version
    counted = earlier.countedTotal
    event = try NewEvent(order)
    audit = OrderAudit.changed(order, since: OrderMoment(earlier))
    self.grants = grants
  }

  /// Writes the version, or returns why the order does not fit into the budget. The caller then has to abandon the
  /// transaction.
  func write(in transaction: LedgerTransaction) throws -> BudgetExceeded? {
    if let exceeded = try grants.book(order, before: counted, in: transaction) { return exceeded }
    try transaction.updateOrder(order, expectedVersion: expected)
    try transaction.appendEvent(event)
    try transaction.appendAudit(audit)
    return nil
  }
}
