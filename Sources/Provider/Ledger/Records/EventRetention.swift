import GRDB
package import PaymentsModel

/// The places from which an app's events can be had without a gap.
package struct EventSpan: Sendable, Hashable {
  /// The oldest such place: all events after it are there. The beginning, or the last event of the app that was
  /// dropped.
  package let oldest: EventCursor
  /// The newest: the last event that there ever was for the app.
  package let newest: EventCursor

  /// A span.
  package init(oldest: EventCursor, newest: EventCursor) {
    self.oldest = oldest
    self.newest = newest
  }
}

/// Events that follow a place, unless some of those were dropped.
package struct EventPage: Sendable, Hashable {
  /// The events, oldest first.
  package let events: [EventRecord]
  /// Whether all that followed the place up to the last of them is here.
  package let isWhole: Bool
}

/// How long events are kept. For each app the newest are kept, and what goes are always its oldest ones: there is never
/// a gap in the middle.
package struct EventRetentionRule: Sendable, Hashable {
  /// Events from this moment on are kept.
  package let since: Timestamp
  /// No more than so many are kept for each app.
  package let count: Int

  /// A rule.
  package init(since: Timestamp, count: Int) {
    self.since = since
    self.count = count
  }
}

/// What was dropped in one unit.
package struct DroppedEvents: Sendable, Hashable {
  /// How many.
  package let count: Int
  /// The last of them.
  package let through: EventCursor
}

extension LedgerReader {
  /// From where an app's events can be had.
  package func eventSpan(of app: AppKey) throws(LedgerError) -> EventSpan {
    EventSpan(oldest: try droppedThrough(app), newest: try latestEvent(of: app))
  }

  /// The events for an app after a place, oldest first, and whether any after it were dropped.
  package func eventPage(for app: AppKey, after cursor: EventCursor, limit: Int) throws(LedgerError) -> EventPage {
    guard try droppedThrough(app) <= cursor else { return EventPage(events: [], isWhole: false) }
    return EventPage(events: try events(for: app, after: cursor, limit: limit), isWhole: true)
  }

  /// The last event of an app that a rule does not keep; `nil` where it keeps all.
  package func lastStaleEvent(of app: AppKey, _ rule: EventRetentionRule) throws(LedgerError) -> EventCursor? {
    func sequence(_ sql: String, _ arguments: StatementArguments) throws(LedgerError) -> Int64? {
      let found = try first(sql, arguments) { columns throws(LedgerError) -> Int64? in try columns.optionalInteger() }
      return found ?? nil
    }
    let surplus = try sequence(
      "SELECT place FROM events WHERE app_key = ? ORDER BY place DESC LIMIT 1 OFFSET ?",
      [app.rawValue, max(0, rule.count)])
    // The clock may have been set back: what is old but came after something that is kept, is kept too.
    let firstKept = try sequence(
      "SELECT place FROM events WHERE app_key = ? AND at >= ? ORDER BY place LIMIT 1",
      [app.rawValue, rule.since.milliseconds])
    let aged = try sequence(
      "SELECT max(place) FROM events WHERE app_key = ? AND place < ?", [app.rawValue, firstKept ?? .max])
    return [surplus, aged].compactMap(\.self).max().map(EventCursor.init(sequence:))
  }

  private func droppedThrough(_ app: AppKey) throws(LedgerError) -> EventCursor {
    let sequence = try first("SELECT dropped_through FROM event_bounds WHERE app_key = ?", [app.rawValue]) {
      columns throws(LedgerError) -> Int64 in
      try columns.integer()
    }
    return EventCursor(sequence: sequence ?? 0)
  }
}

extension LedgerTransaction {
  /// Drops the oldest events of an app up to a place, so many at most, and notes up to where; `nil` where there is
  /// none.
  package func dropEvents(
    of app: AppKey, through cursor: EventCursor, atMost limit: Int
  ) throws(LedgerError) -> DroppedEvents? {
    let last = try first(
      """
      SELECT max(place) FROM
        (SELECT place FROM events WHERE app_key = ? AND place <= ? ORDER BY place LIMIT ?)
      """, [app.rawValue, cursor.sequence, limit]
    ) { columns throws(LedgerError) -> Int64? in try columns.optionalInteger() }
    guard let last = last ?? nil else { return nil }
    try execute("DELETE FROM events WHERE app_key = ? AND place <= ?", [app.rawValue, last])
    let count = changedRows
    try execute(
      """
      INSERT INTO event_bounds (app_key, dropped_through) VALUES (?, ?)
      ON CONFLICT (app_key) DO UPDATE SET dropped_through = excluded.dropped_through
      """, [app.rawValue, last])
    return DroppedEvents(count: count, through: EventCursor(sequence: last))
  }
}
