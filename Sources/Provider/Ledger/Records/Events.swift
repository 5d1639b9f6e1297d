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
    return try all(
      """
      SELECT place, type, object_id, version, at, body FROM events
      WHERE app_key = ? AND place > ? ORDER BY place LIMIT ?
      """, [app.rawValue, place, limit]
    ) { columns -> EventRecord in
      EventRecord(
        cursor: history.cursor(at: try columns.integer()),
        event: NewEvent(
          app: app, type: try columns.text(), objectID: try columns.text(), version: try columns.integer(),
          at: try columns.time(), body: try columns.bytes()))
    }
  }

  /// Returns the place of the last event that was ever stored for an app, even if it was dropped since. Without any
  /// event the result is the beginning.
  package func latestEvent(of app: AppKey) throws -> EventCursor {
    let newest = try first("SELECT newest FROM event_counters WHERE app_key = ?", [app.rawValue]) {
      columns throws -> Int64 in
      try columns.integer()
    }
    return try eventHistory().cursor(at: newest ?? 0)
  }
}

extension LedgerTransaction {
  /// Appends an event and returns its place in the history. A unit that is rolled back leaves no gap.
  @discardableResult
  package func appendEvent(_ event: NewEvent) throws -> Int64 {
    let newest = try first(
      """
      INSERT INTO event_counters (app_key, newest) VALUES (?, 1)
      ON CONFLICT (app_key) DO UPDATE SET newest = event_counters.newest + 1 RETURNING newest
      """, [event.app.rawValue]
    ) { columns -> Int64 in try columns.integer() }
    guard let newest, newest <= EventHistory.lastPlace else { throw LedgerError.corrupt }
    try execute(
      "INSERT INTO events (app_key, place, type, object_id, version, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        event.app.rawValue, newest, event.type, event.objectID, event.version, event.at.milliseconds,
        event.body,
      ])
    return newest
  }

  /// Appends the event of an invoice's new version. Of the versions after the first few only the newest has an event,
  /// because anybody who knows the address can change the invoice as often as they like, and the events of other
  /// objects must not be dropped for that.
  @discardableResult
  package func appendInvoiceEvent(_ event: NewEvent) throws -> Int64 {
    let place = try appendEvent(event)
    if event.version > NewEvent.keptInvoiceVersions + 1 {
      try execute(
        "DELETE FROM events WHERE app_key = ?1 AND place = (SELECT event_place FROM invoices WHERE invoice_id = ?2)",
        [event.app.rawValue, event.objectID])
    }
    if event.version > NewEvent.keptInvoiceVersions {
      try executeOnOne("UPDATE invoices SET event_place = ? WHERE invoice_id = ?", [place, event.objectID])
    }
    return place
  }
}
