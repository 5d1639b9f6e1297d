package import PaymentsModel

/// A change that an app has to be told of. It is appended in the transaction that makes the change.
package struct NewEvent: Sendable, Hashable {
  /// The number of versions of an invoice that all have an event. An invoice that is paid in the ordinary way does not
  /// get more.
  package static let keptInvoiceVersions: Int64 = 16

  /// The app that receives the event.
  package let app: AppKey
  /// The name of the event's type in the API.
  package let type: String
  /// The invoice or order that changed.
  package let objectID: String
  /// The version of the object after the change.
  package let version: Int64
  /// When the object changed.
  package let at: Timestamp
  /// The object after the change, as JSON text in UTF-8, so that a replayed event shows the state of that time.
  package let body: [UInt8]

  /// Creates an event.
  package init(app: AppKey, type: String, objectID: String, version: Int64, at: Timestamp, body: [UInt8]) {
    self.app = app
    self.type = type
    self.objectID = objectID
    self.version = version
    self.at = at
    self.body = body
  }
}

/// An event with its place among the events of its app.
package struct EventRecord: Sendable, Hashable {
  /// The place of the event. Each event of an app has the next number, also after a restart.
  package let cursor: EventCursor
  /// The content of the event.
  package let event: NewEvent
}

extension LedgerReader {
  /// Returns the events for an app after a place, oldest first. Events are committed in the order of their places, so
  /// none is skipped.
  package func events(for app: AppKey, after cursor: EventCursor, limit: Int) throws -> [EventRecord] {
    let history = try eventHistory()
    guard let place = history.place(of: cursor) else { return [] }
    let events = LedgerSchema.events
    return try all(
      """
      SELECT \(LedgerSchema.events.list) FROM events WHERE app_key = $1 AND place > $2 ORDER BY place LIMIT $3
      """, [app, place, limit]
    ) { row in
      EventRecord(
        cursor: history.cursor(at: try row[events.place]),
        event: NewEvent(
          app: app, type: try row[events.type], objectID: try row[events.objectID], version: try row[events.version],
          at: try row[events.at], body: try row[events.body]))
    }
  }

  /// Returns the place of the last event that was ever stored for an app, even if it was dropped since. Without any
  /// event the result is the beginning.
  package func latestEvent(of app: AppKey) throws -> EventCursor {
    let counters = LedgerSchema.eventCounters
    let newest = try first(in: counters, where: [counters.app(app)]) { try $0[counters.newest] }
    return try eventHistory().cursor(at: newest ?? 0)
  }
}

extension LedgerTransaction {
  /// Appends an event at the next place in the history, of which there is none after ``EventHistory/lastPlace``. A unit that
  /// is rolled back leaves no gap.
  package func appendEvent(_ event: NewEvent) throws {
    // Both are written without waiting for an answer.
    try execute(
      """
      INSERT INTO event_counters (app_key, newest) VALUES ($1, 1)
      ON CONFLICT (app_key) DO UPDATE SET newest = event_counters.newest + 1
      """, [event.app])
    try execute(
      """
      INSERT INTO events (app_key, place, type, object_id, version, at, body) VALUES
        ($1, (SELECT newest FROM event_counters WHERE app_key = $1 AND newest <= $2), $3, $4, $5, $6, $7)
      """, [event.app, EventHistory.lastPlace, event.type, event.objectID, event.version, event.at, event.body])
  }

  /// Appends the event of an invoice's new version. Of the versions after the first few only the newest has an event,
  /// because anybody who knows the address can change the invoice as often as they like, and the events of other
  /// objects must not be dropped for that.
  package func appendInvoiceEvent(_ event: NewEvent) throws {
    // No app reads those of the owner's own invoices.
    guard event.app != .owner else { return }
    try appendEvent(event)
    if event.version > NewEvent.keptInvoiceVersions + 1 {
      try execute(
        "DELETE FROM events WHERE app_key = $1 AND place = (SELECT event_place FROM invoices WHERE invoice_id = $2)",
        [event.app, event.objectID])
    }
    if event.version > NewEvent.keptInvoiceVersions {
      try executeOne(
        """
        UPDATE invoices SET event_place = (SELECT newest FROM event_counters WHERE app_key = $1) WHERE invoice_id = $2
        """, [event.app, event.objectID])
    }
  }
}
