package import PaymentsModel

/// The places from which an app's events can be read without a gap.
package struct EventSpan: Sendable, Hashable {
  /// The oldest such place, after which all events are stored: the beginning, or the last event of the app that was
  /// dropped.
  package let oldest: EventCursor
  /// The newest such place: the last event that was ever stored for the app.
  package let newest: EventCursor
  /// The place before the first event of the ledger's history.
  let beginning: EventCursor

  /// Whether events can be read after a cursor.
  package enum Reading: Sendable, Hashable {
    /// All events after this place can be read.
    case whole(EventCursor)
    /// Some of the events after it were dropped.
    case dropped
    /// It is no cursor of this ledger: it is ahead of it, or comes from before a backup was restored.
    case unknown
  }

  /// Returns whether the events after a cursor can be read.
  package func reading(after cursor: EventCursor) -> Reading {
    let place = cursor == .beginning ? beginning : cursor
    guard (beginning...newest).contains(place) else { return .unknown }
    return place < oldest ? .dropped : .whole(place)
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
    let history = try eventHistory()
    return EventSpan(
      oldest: history.cursor(at: try droppedThrough(app)), newest: try latestEvent(of: app),
      beginning: history.beginning)
  }

  /// Returns the events for an app after a place, oldest first, and whether any event after that place was dropped.
  package func eventPage(for app: AppKey, after cursor: EventCursor, limit: Int) throws -> EventPage {
    guard let place = try eventHistory().place(of: cursor), try droppedThrough(app) <= place else {
      return EventPage(events: [], isWhole: false)
    }
    return EventPage(events: try events(for: app, after: cursor, limit: limit), isWhole: true)
  }

  private func droppedThrough(_ app: AppKey) throws -> Int64 {
    let bounds = LedgerSchema.eventBounds
    return try first(in: bounds, where: [bounds.app(app)]) { try $0[bounds.droppedThrough] } ?? 0
  }
}
