import Ledger
import PaymentsCore
import PaymentsModel

/// Why a new version of an order may not be stored. It is judged in the unit that would store it: whatever was looked at
/// before may have changed since.
enum OrderRefusal: Sendable, Hashable {
  /// The order does not fit into the limits of its app.
  case exceeded(BudgetExceeded)
  /// The owner has locked the wallet, and the payment has not been stored before.
  case locked
  /// The owner has revoked the app, or let it pay no more.
  case appRevoked
  /// The payment was approved by a limit, or by a yes without the PIN, and the owner has set a PIN for such an amount.
  case needsPIN
  /// The wallet has sent something that may be this payment.
  case doubtful
  /// The owner has changed the limits of the app since the yes that changes them, too.
  case limitsChanged
  /// The transaction that replaced the order's own one makes no more payments than those of other orders.
  case replacementTaken
}

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
  /// Whether the version has a transaction that is to be sent, and the one before had none.
  private let isSubmitted: Bool
  private let earlier: OrderMachine
  /// The transaction that the version takes for its payment in place of its own one.
  private let replaced: ReplacedPayment.Taking?

  /// - Throws: ``LedgerError`` if the event cannot be encoded.
  ///
  /// - Parameter occasion: What led to the version.
  init(
    _ order: OrderMachine, after earlier: OrderMachine, _ occasion: OrderEvent?, _ grants: SpendingLimits
  ) throws(LedgerError) {
    self.order = order
    expected = earlier.version
    counted = earlier.countedTotal
    event = try NewEvent(order)
    audit = OrderAudit.changed(order, since: OrderMoment(earlier))
    self.grants = grants
    self.earlier = earlier
    isSubmitted = order.state == .submitting && earlier.state == .approved
    replaced = occasion.flatMap { event in
      guard case .lookedUp(let lookup) = event else { return nil }
      return ReplacedPayment.Taking(lookup, by: order, after: earlier)
    }
  }

  /// Writes the version, or returns why it may not be stored. The caller then has to abandon the transaction.
  func write(in transaction: LedgerTransaction) throws -> OrderRefusal? {
    if isSubmitted {
      if try WalletLock.isLocked(transaction) { return .locked }
      if try transaction.appStatus(order.terms.app) != .approved { return .appRevoked }
      if try UnaskedPayment.needsPIN(earlier, grants, transaction) { return .needsPIN }
      if try DoubtfulPayment.mustBeReviewed(order.terms, transaction) { return .doubtful }
    }
    if order.state == .approved, earlier.state == .awaitingApproval,
      try UnaskedPayment.lacksPIN(order, grants, transaction)
    {
      return .needsPIN
    }
    if let replaced, try !replaced.isFree(transaction) { return .replacementTaken }
    if let exceeded = try grants.book(order, before: counted, in: transaction) { return .exceeded(exceeded) }
    try transaction.updateOrder(order, expectedVersion: expected)
    try transaction.appendEvent(event)
    try transaction.appendAudit(audit)
    return nil
  }
}
