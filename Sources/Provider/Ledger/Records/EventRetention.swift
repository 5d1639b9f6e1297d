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
    let surplus: Int64? = try firstValue(
      "SELECT place FROM events WHERE app_key = $1 ORDER BY place DESC LIMIT 1 OFFSET $2", [app, max(0, rule.count)])
    // The clock may have been set back. An old event that follows one that is kept is therefore kept, too.
    let firstKept: Int64? = try firstValue(
      "SELECT place FROM events WHERE app_key = $1 AND at >= $2 ORDER BY place LIMIT 1", [app, rule.since])
    let aged: Int64?? = try firstValue(
      "SELECT max(place) FROM events WHERE app_key = $1 AND place < $2", [app, firstKept ?? .max])
    let history = try eventHistory()
    return [surplus, aged ?? nil].compactMap(\.self).max().map(history.cursor(at:))
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
    let last: Int64?? = try firstValue(
      """
      SELECT max(oldest.place) FROM
        (SELECT place FROM events WHERE app_key = $1 AND place <= $2 ORDER BY place LIMIT $3) AS oldest
      """, [app, place, limit])
    guard let last = last ?? nil else { return nil }
    let count = try executeCounting("DELETE FROM events WHERE app_key = $1 AND place <= $2", [app, last])
    let bounds = LedgerSchema.eventBounds
    try save(in: bounds, new: [bounds.app(app)], [bounds.droppedThrough(last)])
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
