import Ledger
import LightningInvoices
package import PaymentsCore
import PaymentsModel

/// A new order, or the next version of one, as the ledger stores it: with its event, its audit entries and its part of
/// the budget.
package struct OrderChange: Sendable {
  /// The version that the ledger has; `nil` for a new order.
  package let before: OrderMachine?
  package let after: OrderMachine
  private let event: NewEvent
  private let audit: [AuditEntry]
  /// The transaction that the version takes for its payment in place of its own one.
  private let replaced: ReplacedPayment.Taking?
  /// What became of a transaction that was held back, by the owner's word.
  private let heldBack: HeldBackPayment?

  init(new order: OrderMachine, _ event: NewEvent) {
    before = nil
    after = order
    self.event = event
    let isHeld = order.progress.waitingFor == .review
    audit = OrderAudit.received(order) + (isHeld ? [OrderAudit.held(order, at: order.progress.updatedAt)] : [])
    replaced = nil
    heldBack = nil
  }

  init(_ order: OrderMachine, after earlier: OrderMachine, _ occasion: OrderEvent?, _ event: NewEvent) {
    before = earlier
    after = order
    self.event = event
    audit =
      earlier.state == .succeeded
      ? [OrderAudit.followedUp(order)]
      : OrderAudit.changed(order, since: OrderMoment(earlier)) + OrderAudit.heldBack(order, since: earlier)
    replaced =
      if case .lookedUp(let lookup) = occasion {
        ReplacedPayment.Taking(lookup, by: order, after: earlier)
      } else {
        nil
      }
    heldBack = HeldBackPayment(order, after: earlier, occasion)
  }

  /// Writes the change, or returns why it may not be stored. The caller then has to abandon the transaction.
  func write(
    in transaction: LedgerTransaction, _ limits: SpendingLimits, _ environment: any OrderEnvironment
  ) throws -> OrderRefusal? {
    if let refusal = try refusal(transaction, limits: limits, environment: environment) { return refusal }
    if let before, before.state == .succeeded {
      // What it counts for in the budget stays: it was spent on that day.
      try transaction.updatePaidOrder(after, since: before)
    } else {
      if let exceeded = try limits.book(after, before: before?.countedTotal, in: transaction) {
        return .exceeded(exceeded)
      }
      if let before {
        try heldBack?.giveUp(in: transaction, of: environment.providerID)
        try transaction.updateOrder(after, expectedVersion: before.version)
      } else {
        try transaction.insertOrder(after)
        transaction.countBytes(
          StoredBytes.order + StoredBytes.texts(after.terms.purpose.texts), of: after.terms.app)
      }
    }
    try transaction.appendEvent(event)
    try transaction.appendAudit(audit)
    return nil
  }

  /// What another order with the payment hash of this one came to; `nil` if there is none that paid it or may still do so, or
  /// the order is no order of an invoice. A node that has forgotten what it paid would pay again.
  static func stateOfOther(
    payingTheInvoiceOf terms: OrderTerms, _ reader: LedgerReader
  ) throws -> OrderState? {
    guard LightningInvoice.looksLikeOne(terms.address), let invoice = try? LightningInvoice(terms.address) else {
      return nil
    }
    return try reader.stateOfOther(payingHash: invoice.paymentHash, currency: terms.currency, besides: terms.id)
  }

  private func refusal(
    _ reader: LedgerReader, limits: SpendingLimits, environment: any OrderEnvironment
  ) throws -> OrderRefusal? {
    guard let before else {
      if try environment.isFull(after.terms.app, reader) { return .full }
      return try after.progress.waitingFor != .review && DoubtfulPayment.mayBePaid(after.terms, reader)
        ? .doubtful : nil
    }
    // From here on there is a transaction that is to be sent.
    if after.state == .submitting, before.state == .approved {
      if try WalletLock.isLocked(reader) { return .locked }
      if try reader.appStatus(after.terms.app) != .approved { return .appRevoked }
      if try UnaskedPayment.needsPIN(before, limits: limits, by: reader) { return .needsPIN }
      if try DoubtfulPayment.mustBeReviewed(after.terms, reader) { return .doubtful }
      if try Self.stateOfOther(payingTheInvoiceOf: after.terms, reader) != nil { return .hashTaken }
    }
    if after.state == .approved, before.state == .awaitingApproval,
      try UnaskedPayment.lacksPIN(after, limits: limits, by: reader)
    {
      return .needsPIN
    }
    if let replaced, try !replaced.isFree(reader) { return .replacementTaken }
    return try heldBack?.refusal(reader)
  }
}
