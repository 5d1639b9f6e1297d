package import PaymentsModel

/// The places from which an app's events can be read without a gap.
package struct EventSpan: Sendable, Hashable {
  /// The oldest such place, after which all events are stored: the beginning, or the last event of the app that was
  /// dropped.
  package let oldest: EventCursor
  /// The newest such place: the last event that was ever stored for the app.
  package let newest: EventCursor

  /// Creates a span.
  package init(oldest: EventCursor, newest: EventCursor) {
    self.oldest = oldest
    self.newest = newest
  }
}

/// The events after a place, unless some of them were dropped.
package struct EventPage: Sendable, Hashable {
  /// The events, oldest first.
  package let events: [EventRecord]
  /// Whether no event between the requested place and the last event of the page is missing.
  package let isWhole: Bool
}

extension LedgerReader {
  /// Returns the places from which an app's events can be read.
  package func eventSpan(of app: AppKey) throws -> EventSpan {
    EventSpan(oldest: try droppedThrough(app), newest: try latestEvent(of: app))
  }

  /// Returns the events for an app after a place, oldest first, and whether any event after that place was dropped.
  package func eventPage(for app: AppKey, after cursor: EventCursor, limit: Int) throws -> EventPage {
    guard try droppedThrough(app) <= cursor else { return EventPage(events: [], isWhole: false) }
    return EventPage(events: try events(for: app, after: cursor, limit: limit), isWhole: true)
  }

  private func droppedThrough(_ app: AppKey) throws -> EventCursor {
    let sequence = try first("SELECT dropped_through FROM event_bounds WHERE app_key = ?", [app.rawValue]) {
      columns throws -> Int64 in
      try columns.integer()
    }
    return EventCursor(sequence: sequence ?? 0)
  }
}
