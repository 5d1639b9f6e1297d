public import PaymentsModel

/// The provider has dropped events that this app had not seen, because it keeps events for a limited time only.
///
/// Events after the gap are not lost. List the orders and invoices, which have the current state (see
/// ``PaymentsClient/resynchronise(orders:invoices:)``), and continue with the events after ``newest``. An event may
/// report a state that the lists already contained; the `version` of the order or invoice tells.
public struct EventGap: Error, Sendable, Hashable {
  /// The last event that the app has seen. Some events after it are missing.
  public let lastSeen: EventCursor
  /// The oldest cursor after which no event is missing.
  public let oldest: EventCursor
  /// The newest cursor when the gap was found. Continue from here after you have read the lists.
  public let newest: EventCursor

  /// Creates a gap.
  public init(lastSeen: EventCursor, oldest: EventCursor, newest: EventCursor) {
    self.lastSeen = lastSeen
    self.oldest = oldest
    self.newest = newest
  }
}
