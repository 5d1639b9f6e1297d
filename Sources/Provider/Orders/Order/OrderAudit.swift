import JSON
package import Ledger
package import PaymentsCore
package import PaymentsModel
package import WalletBackend

/// The part of an order's earlier version that is needed to derive the next entry.
package struct OrderMoment {
  package let state: OrderState
  package let isInDoubt: Bool
  package let replacement: PaymentReplacement?

  package init(_ order: OrderMachine) {
    state = order.state
    replacement = order.progress.replacement
    isInDoubt = order.progress.isInDoubt
  }
}

/// The audit entries about a payment order. They have to be written in the transaction that stores the order.
///
/// They contain the recipient and the amounts, since the log belongs to the owner and only the owner can read the file.
package enum OrderAudit {
  /// Returns the entries for a new order: that it was received, and what became of it before it was stored.
  package static func received(_ order: OrderMachine) -> [AuditEntry] {
    let terms = order.terms
    var detail = money(order)
    detail["address"] = .string(terms.address)
    detail["amount"] = text(terms.amount, order)
    detail["request_id"] = .string(terms.requestID.text)
    detail["expires_at"] = terms.expiresAt.map { .string($0.text) }
    let entry = AuditEntry(
      at: terms.createdAt, kind: "order.received", app: terms.app, objectID: terms.id.rawValue, detail)
    return [entry] + changed(order, since: nil)
  }

  /// Returns the entry for a new version of an order, or none if nothing was decided and no money moved.
  package static func changed(_ order: OrderMachine, since moment: OrderMoment?) -> [AuditEntry] {
    guard let kind = kind(of: order, since: moment) else { return [] }
    return [
      AuditEntry(
        at: order.progress.updatedAt, kind: kind, app: order.terms.app, objectID: order.terms.id.rawValue,
        detail(order))
    ]
  }

  /// Returns the entry for a succeeded payment that another transaction now makes, or that was reversed.
  package static func followedUp(_ order: OrderMachine) -> AuditEntry {
    AuditEntry(
      at: order.progress.updatedAt, kind: order.progress.reversedAt == nil ? "order.replaced" : "order.reversed",
      app: order.terms.app, objectID: order.terms.id.rawValue, detail(order))
  }

  /// Returns the entry for an order that waits for the owner, since it may be paid already or have ended.
  package static func held(_ order: OrderMachine, at now: Timestamp) -> AuditEntry {
    AuditEntry(
      at: now, kind: "order.held", app: order.terms.app, objectID: order.terms.id.rawValue,
      ["currency": .string(order.terms.currency)])
  }

  /// Returns the entries for a version that is held back with its transaction, or that takes another one in place of that.
  package static func heldBack(_ order: OrderMachine, since earlier: OrderMachine) -> [AuditEntry] {
    if order.isHeldBack, !earlier.isHeldBack { return [held(order, at: order.progress.updatedAt)] }
    guard let own = earlier.progress.signedTransaction, let other = order.progress.signedTransaction, own != other
    else {
      return []
    }
    var detail = detail(order)
    detail["replaces"] = .string(own.transactionID)
    return [
      AuditEntry(
        at: order.progress.updatedAt, kind: "order.replaced", app: order.terms.app, objectID: order.terms.id.rawValue,
        detail)
    ]
  }

  /// Returns the entry for an order whose coins the owner had sent back to the wallet.
  package static func abandoned(_ order: OrderMachine, _ ending: EndingTransaction, at now: Timestamp) -> AuditEntry {
    var detail: JSONObject = [
      "currency": .string(order.terms.currency), "fee": text(ending.fee, order),
      "transaction_id": .string(ending.transactionID),
    ]
    detail[AuditOrigin.member] = AuditOrigin.current.map { .string($0) }
    return AuditEntry(
      at: now, kind: "order.abandoned", app: order.terms.app, objectID: order.terms.id.rawValue, detail)
  }

  private static func kind(of order: OrderMachine, since moment: OrderMoment?) -> String? {
    let isInDoubt = order.progress.isInDoubt
    if let moment, order.state == .inFlight, moment.replacement != order.progress.replacement, !isInDoubt {
      return "order.replaced"
    }
    guard moment?.state != order.state || moment?.isInDoubt != isInDoubt else { return nil }
    switch order.state {
    case .received: return nil
    // The first question to the owner is not a decision. That an approval is no longer valid is one.
    case .awaitingApproval: return moment?.state == .approved ? "order.asked_again" : nil
    case .approved: return "order.approved"
    // The transaction is stored and handed to the network from now on. It cannot be withdrawn.
    case .submitting: return "order.submitted"
    case .inFlight: return isInDoubt ? "order.in_doubt" : "order.in_flight"
    case .succeeded, .rejected, .expired, .cancelled, .failed: return "order.\(order.state.rawValue)"
    }
  }

  private static func detail(_ order: OrderMachine) -> JSONObject {
    switch order.state {
    case .approved:
      var detail = money(order)
      guard let approval = order.progress.approval else { return detail }
      detail["by"] = .string(approval.kind.rawValue)
      detail["fee_cap"] = text(approval.feeCap, order)
      detail["params"] = .string(approval.paramsDigest)
      detail[AuditOrigin.member] = approval.via.map { .string($0) }
      if approval.hasPIN { detail["pin"] = true }
      return detail
    case .submitting, .inFlight, .succeeded:
      var detail = money(order)
      detail["transaction_id"] = order.transactionID.map(JSONValue.string)
      if order.progress.replacement != nil {
        detail["replaces"] = order.progress.signedTransaction.map { .string($0.transactionID) }
      }
      return detail
    case .failed, .rejected, .expired, .cancelled:
      var detail: JSONObject = [:]
      detail["reason"] = order.progress.failure.map { .string($0.rawValue) }
      detail["transaction_id"] = order.transactionID.map(JSONValue.string)
      return detail
    case .received, .awaitingApproval: return [:]
    }
  }

  private static func money(_ order: OrderMachine) -> JSONObject {
    var detail: JSONObject = ["currency": .string(order.terms.currency)]
    detail["fee"] = order.fee.map { text($0, order) }
    detail["total"] = order.total.map { text($0, order) }
    return detail
  }

  private static func text(_ amount: Amount, _ order: OrderMachine) -> JSONValue {
    .string(amount.text(decimals: order.terms.decimals))
  }
}
