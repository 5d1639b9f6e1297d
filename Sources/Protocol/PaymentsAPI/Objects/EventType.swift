/// The kind of an event.
public enum EventType: String, Codable, Sendable, Hashable, CaseIterable {
  /// An invoice was made or changed.
  case invoiceChanged = "invoice_changed"
  /// A payment order was made or changed.
  case paymentOrderChanged = "payment_order_changed"
  /// The app has used 80 % of a limit in this period.
  case budgetLow = "budget_low"
  /// The preparation of a statement, which takes long, has made progress.
  case statementChanged = "statement_changed"
}
