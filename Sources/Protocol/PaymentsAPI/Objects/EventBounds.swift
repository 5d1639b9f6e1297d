import JSON
public import PaymentsModel

/// The range of an app's events that are available. It is in the data of `cursor_too_old`, as `oldest` and `newest`.
public struct EventBounds: Sendable, Hashable {
  /// The oldest cursor after which no event is missing.
  public var oldest: EventCursor
  /// The newest cursor.
  public var newest: EventCursor

  /// Makes bounds.
  public init(oldest: EventCursor, newest: EventCursor) {
    self.oldest = oldest
    self.newest = newest
  }

  /// The methods that return the present state of all objects, in place of the events that were dropped.
  public static let listingMethods = [ListPaymentOrders.name, ListInvoiceRequests.name]

  init?(_ data: JSONValue) {
    guard let oldest = data["oldest"]?.stringValue.flatMap(EventCursor.init),
      let newest = data["newest"]?.stringValue.flatMap(EventCursor.init)
    else { return nil }
    self.init(oldest: oldest, newest: newest)
  }
}

extension JSONObject {
  mutating func append(_ bounds: EventBounds) {
    self["oldest"] = .string(bounds.oldest.description)
    self["newest"] = .string(bounds.newest.description)
    self["resynchronise"] = .array(EventBounds.listingMethods.map { .string($0) })
  }
}
