public import PaymentsModel

/// One change, as the notification `event` carries it. `invoice`, `payment_order`, `budget` or `statement` shows the
/// object as it stood then.
public struct Event: WireObject {
  /// The place of this event; subscribing from it continues after it.
  public var cursor: EventCursor
  /// What changed.
  public var type: EventType
  /// When it changed.
  public var at: Timestamp
  /// The invoice after the change.
  public var invoice: Invoice?
  /// The order after the change.
  public var paymentOrder: PaymentOrder?
  /// The budget after the change.
  public var budget: Budget?
  /// The statement after the change.
  public var statement: Statement?
  /// The identifier of the object where the event comes without it, since it would not fit into a message: ask for it.
  public var objectID: String?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    cursor: EventCursor,
    type: EventType,
    at: Timestamp,
    invoice: Invoice? = nil,
    paymentOrder: PaymentOrder? = nil,
    budget: Budget? = nil,
    statement: Statement? = nil,
    objectID: String? = nil
  ) {
    self.cursor = cursor
    self.type = type
    self.at = at
    self.invoice = invoice
    self.paymentOrder = paymentOrder
    self.budget = budget
    self.statement = statement
    self.objectID = objectID
  }
}

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
