public import PaymentsModel

/// A change, as sent in the notification `event`. `invoice`, `payment_order`, `budget` or `statement` contains the
/// object as it was after the change.
public struct Event: WireObject {
  /// The cursor of this event. A subscription from it continues with the next event.
  public var cursor: EventCursor
  /// The kind of change.
  public var type: EventType
  /// The time of the change.
  public var at: Timestamp
  /// The invoice after the change.
  public var invoice: Invoice?
  /// The order after the change.
  public var paymentOrder: PaymentOrder?
  /// The budget after the change.
  public var budget: Budget?
  /// The statement after the change.
  public var statement: Statement?
  /// The identifier of the object, if the object itself would not fit into a message. The app then has to ask for it.
  public var objectID: String?

  /// Makes a value from all members; optional members default to nil.
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
