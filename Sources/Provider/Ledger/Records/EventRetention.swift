package import PaymentsModel

/// How long events are kept. For each app the newest events are kept and the oldest are dropped, so that there is never
/// a gap in the middle.
package struct EventRetentionRule: Sendable, Hashable {
  /// Events of this time or later are kept.
  package let since: Timestamp
  /// The largest number of events that is kept for each app.
  package let count: Int

  /// Creates a rule.
  package init(since: Timestamp, count: Int) {
    self.since = since
    self.count = count
  }
}

/// The events that were dropped in one unit.
package struct DroppedEvents: Sendable, Hashable {
  /// The number of dropped events.
  package let count: Int
  /// The last dropped event.
  package let through: EventCursor
}

extension LedgerReader {
  /// Returns the last event of an app that a rule does not keep; `nil` if it keeps all.
  package func lastStaleEvent(of app: AppKey, _ rule: EventRetentionRule) throws -> EventCursor? {
    func sequence(_ sql: String, _ arguments: LedgerArguments) throws -> Int64? {
      let found = try first(sql, arguments) { columns -> Int64? in try columns.optionalInteger() }
      return found ?? nil
    }
    let surplus = try sequence(
      "SELECT place FROM events WHERE app_key = ? ORDER BY place DESC LIMIT 1 OFFSET ?",
      [app.rawValue, max(0, rule.count)])
    // The clock may have been set back. An old event that follows one that is kept is therefore kept, too.
    let firstKept = try sequence(
      "SELECT place FROM events WHERE app_key = ? AND at >= ? ORDER BY place LIMIT 1",
      [app.rawValue, rule.since.milliseconds])
    let aged = try sequence(
      "SELECT max(place) FROM events WHERE app_key = ? AND place < ?", [app.rawValue, firstKept ?? .max])
    let history = try eventHistory()
    return [surplus, aged].compactMap(\.self).max().map(history.cursor(at:))
  }
}

extension LedgerTransaction {
  /// Drops the oldest events of an app up to a place, but not more than `limit`, and stores up to where events were
  /// dropped. Returns `nil` if there was none to drop.
  package func dropEvents(
    of app: AppKey, through cursor: EventCursor, atMost limit: Int
  ) throws -> DroppedEvents? {
    let history = try eventHistory()
    guard let place = history.place(of: cursor) else { return nil }
    let last = try first(
      """
      SELECT max(oldest.place) FROM
        (SELECT place FROM events WHERE app_key = ? AND place <= ? ORDER BY place LIMIT ?) AS oldest
      """, [app.rawValue, place, limit]
    ) { columns -> Int64? in try columns.optionalInteger() }
    guard let last = last ?? nil else { return nil }
    let count = try executeCounting("DELETE FROM events WHERE app_key = ? AND place <= ?", [app.rawValue, last])
    try execute(
      """
      INSERT INTO event_bounds (app_key, dropped_through) VALUES (?, ?)
      ON CONFLICT (app_key) DO UPDATE SET dropped_through = excluded.dropped_through
      """, [app.rawValue, last])
    return DroppedEvents(count: count, through: history.cursor(at: last))
  }
}

extension LedgerTransaction {
  /// Moves free pages to the end of the file and cuts them off, so that the file becomes smaller with the next
  /// checkpoint. Events are most of what is ever deleted.
  ///
  /// - Parameters:
  ///   - limit: The largest number of pages, which bounds the work of this unit.
  ///   - kept: The number of free pages that stay for what is written next.
  /// - Returns: The number of free pages beyond `kept` that are left.
  package func releaseFreePages(atMost limit: Int, keeping kept: Int) throws -> Int {
    let count = min(limit, try freePages() - kept)
    guard count > 0 else { return 0 }
    try perform { try database.releaseFreePages(count) }
    return max(0, try freePages() - kept)
  }
}

extension LedgerReader {
  /// Returns the number of pages of the file that hold nothing; 0 where the database looks after them itself.
  package func freePages() throws -> Int { try perform { try database.freePages() } }
}
