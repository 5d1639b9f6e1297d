import JSON
import Ledger
import PaymentsCore
import PaymentsModel
import WalletBackend

/// What of an order the next entry is compared with.
struct OrderMoment {
  let state: OrderState
  let isInDoubt: Bool
  let replacement: PaymentReplacement?

  init(_ order: OrderMachine) {
    state = order.state
    replacement = order.progress.replacement
    isInDoubt = order.progress.isInDoubt
  }
}

/// The entries of the audit log that tell of a payment order. They belong into the transaction that stores it.
///
/// The recipient and the amounts are in them: it is the owner's log, in a file that only the owner can read.
enum OrderAudit {
  /// A new order: that it was received, and what became of it before it was stored.
  static func received(_ order: OrderMachine) -> [AuditEntry] {
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

  /// A new version of an order: one entry, or none where nothing was decided and no money moved.
  static func changed(_ order: OrderMachine, since moment: OrderMoment?) -> [AuditEntry] {
    guard let kind = kind(of: order, since: moment) else { return [] }
    return [
      AuditEntry(
        at: order.progress.updatedAt, kind: kind, app: order.terms.app, objectID: order.terms.id.rawValue,
        detail(order))
    ]
  }

  /// A payment that had succeeded is made by another transaction, or was taken back.
  static func followedUp(_ order: OrderMachine) -> AuditEntry {
    AuditEntry(
      at: order.progress.updatedAt, kind: order.progress.reversedAt == nil ? "order.replaced" : "order.reversed",
      app: order.terms.app, objectID: order.terms.id.rawValue, detail(order))
  }

  /// The owner had the coins of an order sent back to the wallet.
  static func abandoned(_ order: OrderMachine, _ ending: EndingTransaction, at now: Timestamp) -> AuditEntry {
    AuditEntry(
      at: now, kind: "order.abandoned", app: order.terms.app, objectID: order.terms.id.rawValue,
      [
        "currency": .string(order.terms.currency), "fee": text(ending.fee, order),
        "transaction_id": .string(ending.transactionID),
      ])
  }

  private static func kind(of order: OrderMachine, since moment: OrderMoment?) -> String? {
    let isInDoubt = order.progress.isInDoubt
    if let moment, order.state == .inFlight, moment.replacement != order.progress.replacement, !isInDoubt {
      return "order.replaced"
    }
    guard moment?.state != order.state || moment?.isInDoubt != isInDoubt else { return nil }
    switch order.state {
    case .received: return nil
    // The first question to the owner is no decision; that a yes does not hold any more is one.
    case .awaitingApproval: return moment?.state == .approved ? "order.asked_again" : nil
    case .approved: return "order.approved"
    // The transaction is stored and is handed to the network from here on: nothing takes it back.
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
