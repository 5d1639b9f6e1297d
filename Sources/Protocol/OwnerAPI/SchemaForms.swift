import JSON
import PaymentsAPI
import PaymentsModel

// The types whose members or texts cannot be found by decoding them.

extension WaitingApproval: SchemaDescribed {
  static var form: SchemaForm { .oneOf([PairingApproval.self, PaymentApproval.self]) }
  static var example: JSONValue {
    [
      "id": "", "kind": "pairing", "name": "", "app_id": "", "version": "", "key": "", "fingerprint": "", "scopes": [],
      "granted": [],
      "asked_at": Timestamp.example, "expires_at": Timestamp.example, "needs_pin": false,
    ]
  }
}

extension OwnerDecision: SchemaDescribed {
  static var form: SchemaForm { .oneOf([AppDecision.self, PaymentDecision.self]) }
  static var example: JSONValue { ["id": "", "state": "approved"] }
}

extension AbandonReport: SchemaDescribed {
  static var form: SchemaForm { .oneOf([OpenOrderList.self, OpenOrder.self]) }
  static var example: JSONValue { ["orders": []] }
}

/// The form of ``AbandonReport/open(_:)``.
private struct OpenOrderList: Decodable {
  let orders: [OpenOrder]
}

extension AuditVerification: SchemaDescribed {
  static var form: SchemaForm { .oneOf([SoundAuditLog.self, BrokenAuditLog.self]) }
  static var example: JSONValue { ["ok": true, "entries": 0, "hash": "", "note": ""] }
}

extension Timestamp: SchemaDescribed {
  static var form: SchemaForm { .schema(["type": "string", "format": "date-time"]) }
  static var example: JSONValue { "2026-01-31T12:00:00.000Z" }
}

extension DecimalAmount: SchemaDescribed {
  static var form: SchemaForm { .payments("amount") }
  static var example: JSONValue { "0.5" }
}

extension PaymentOrder: SchemaDescribed {
  static var form: SchemaForm { .payments("payment_order") }
  static var example: JSONValue {
    [
      "order_id": "", "request_id": exampleRequest, "version": 1, "currency": "", "address": "", "amount": "1",
      "state": "received", "confirmations": 0, "confirmations_wanted": 1, "created_at": Timestamp.example,
      "updated_at": Timestamp.example,
    ]
  }
}

extension Invoice: SchemaDescribed {
  static var form: SchemaForm { .payments("invoice") }
  static var example: JSONValue {
    [
      "invoice_id": "", "request_id": exampleRequest, "version": 1, "currency": "", "address": "", "uri": "",
      "state": "pending", "payment": "none", "paid_amount": "0", "confirmed_amount": "0", "confirmations_wanted": 1,
      "transfers": [],
      "created_at": Timestamp.example, "updated_at": Timestamp.example, "expires_at": Timestamp.example,
      "monitored_until": Timestamp.example,
    ]
  }
}

extension Statement: SchemaDescribed {
  static var form: SchemaForm { .payments("statement") }
  static var example: JSONValue {
    [
      "statement_id": "", "request_id": exampleRequest, "version": 1, "state": "preparing", "format": "json",
      "from": Timestamp.example, "to": Timestamp.example, "rows": 0, "rows_done": 0, "media_type": "",
      "file_name": "", "created_at": Timestamp.example,
    ]
  }
}

private let exampleRequest: JSONValue = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
