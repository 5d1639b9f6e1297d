public import PaymentsModel

/// Events that this app had yet to see were dropped by the provider, which keeps them for some time only.
///
/// No event after the gap is lost: list the orders and invoices, which tell how all stands now (see
/// ``PaymentsClient/resynchronise(orders:invoices:)``), and go on with the events after ``newest``. An event may then
/// tell once more what the lists told already; the `version` of the order or invoice shows it.
public struct EventGap: Error, Sendable, Hashable {
  /// The last event that was seen; some after it are missing.
  public let lastSeen: EventCursor
  /// The oldest cursor after which no event is missing.
  public let oldest: EventCursor
  /// The newest cursor when the gap was found: go on from here, once the lists were read.
  public let newest: EventCursor

  /// A gap.
  public init(lastSeen: EventCursor, oldest: EventCursor, newest: EventCursor) {
    self.lastSeen = lastSeen
    self.oldest = oldest
    self.newest = newest
  }
}
