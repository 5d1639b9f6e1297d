import JSON
import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// The stored body of an event. It has all members of ``Event`` except the cursor, which is known only after storing.
private struct EventBody: Encodable {
  var type: EventType
  var at: Timestamp
  var invoice: PaymentsAPI.Invoice?
  var paymentOrder: PaymentsAPI.PaymentOrder?
  var statement: Statement?

  private enum CodingKeys: String, CodingKey {
    case type
    case at
    case invoice
    case paymentOrder = "payment_order"
    case statement
  }
}

extension NewEvent {
  /// Creates the event for an invoice's new version.
  init(_ record: InvoiceRecord, uriScheme: String) throws(LedgerError) {
    let invoice = record.invoice
    let body = EventBody(
      type: .invoiceChanged, at: invoice.progress.updatedAt, invoice: .init(record, uriScheme: uriScheme))
    self.init(
      app: invoice.terms.app, type: EventType.invoiceChanged.rawValue, objectID: invoice.terms.id.rawValue,
      version: invoice.version, at: invoice.progress.updatedAt, body: try Self.encode(body))
  }

  /// Creates the event for an order's new version.
  init(_ order: OrderMachine) throws(LedgerError) {
    let body = EventBody(type: .paymentOrderChanged, at: order.progress.updatedAt, paymentOrder: .init(order))
    self.init(
      app: order.terms.app, type: EventType.paymentOrderChanged.rawValue, objectID: order.terms.id.rawValue,
      version: order.version, at: order.progress.updatedAt, body: try Self.encode(body))
  }

  /// Creates the event for the progress of an app's statement.
  init(_ statement: Statement, of app: AppKey, at now: Timestamp) throws(LedgerError) {
    let body = EventBody(type: .statementChanged, at: now, statement: statement)
    self.init(
      app: app, type: EventType.statementChanged.rawValue, objectID: statement.statementID,
      version: Int64(statement.version), at: now, body: try Self.encode(body))
  }

  private static func encode(_ body: EventBody) throws(LedgerError) -> [UInt8] {
    guard let bytes = try? JSONBytesEncoder().encode(body) else { throw .abandoned }
    return bytes
  }
}

extension EventRecord {
  /// The params of the notification `event`: the stored body with the cursor added in front.
  var wireForm: RawJSON {
    RawJSON(encoded: Array(#"{"cursor":"\#(cursor)","#.utf8) + event.body.dropFirst())
  }

  /// The params of the notification for an object that is too large for a message: they contain the object's identifier
  /// instead of the object. Types, times and identifiers contain no characters that JSON would have to escape.
  var wireFormWithoutObject: RawJSON {
    let (type, at, id) = (event.type, event.at.text, event.objectID)
    return RawJSON(
      encoded: Array(#"{"cursor":"\#(cursor)","type":"\#(type)","at":"\#(at)","object_id":"\#(id)"}"#.utf8))
  }
}
