import JSON
import Ledger
import PaymentsCore
import PaymentsModel

/// The audit entries about sends that belong to no order in the ledger.
enum SendAudit {
  static func found(_ send: UnknownSend, _ currency: Currency) -> AuditEntry {
    AuditEntry(
      at: send.foundAt, kind: "send.unknown", app: nil, objectID: nil,
      ["currency": .string(send.currency), "transaction_id": .string(send.transactionID)])
  }

  static func settled(_ send: UnknownSend, order: OrderID?, at now: Timestamp) -> AuditEntry {
    AuditEntry(
      at: now, kind: "send.settled", app: nil, objectID: order?.rawValue,
      [
        "currency": .string(send.currency), "transaction_id": .string(send.transactionID),
        "as": .string(send.verdict.rawValue),
      ])
  }
}
