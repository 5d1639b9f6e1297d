/// What an event tells.
public enum EventType: String, Codable, Sendable, Hashable, CaseIterable {
  /// An invoice was made or changed.
  case invoiceChanged = "invoice_changed"
  /// A payment order was made or changed.
  case paymentOrderChanged = "payment_order_changed"
  /// 80 % of a limit of the app is counted in this period.
  case budgetLow = "budget_low"
  /// A statement that took long to prepare is further than before.
  case statementChanged = "statement_changed"
}
