package import JSON
package import PaymentsModel

/// An entry of the audit log: what was allowed, refused or changed, and by whom. Entries are never changed or deleted.
package struct AuditEntry: Sendable, Hashable {
  /// When it happened.
  package let at: Timestamp
  /// The kind of event, such as `app.approved`.
  package let kind: String
  /// The app that the entry is about.
  package let app: AppKey?
  /// The invoice, order or other object that the entry is about.
  package let objectID: String?
  /// Further details, as the text of a JSON object. They contain no secret.
  package let detail: String

  /// Creates an entry.
  package init(at: Timestamp, kind: String, app: AppKey?, objectID: String?, detail: String) {
    self.at = at
    self.kind = kind
    self.app = app
    self.objectID = objectID
    self.detail = detail
  }

  /// Creates an entry. The members of the detail are sorted by the bytes of their names and written without white
  /// space, so that equal details have equal texts.
  package init(at: Timestamp, kind: String, app: AppKey? = nil, objectID: String? = nil, _ detail: JSONObject) {
    self.init(at: at, kind: kind, app: app, objectID: objectID, detail: Self.sorted(.object(detail)).text())
  }

  private static func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object):
      let members = object.members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      return .object(JSONObject(members.map { JSONObject.Member(name: $0.name, value: sorted($0.value)) }))
    case .array(let elements): return .array(elements.map(sorted))
    case .null, .bool, .number, .string: return value
    }
  }
}

/// An audit entry with its place in the chain.
package struct AuditRecord: Sendable, Hashable {
  /// The number of the entry. The first entry has the number 1, and each entry the next one.
  package let number: Int64
  /// The content of the entry.
  package let entry: AuditEntry
  /// The SHA-256 that is stored with the entry. It has 32 bytes unless it was tampered with; see
  /// ``AuditHead/following(_:)``.
  package let hash: [UInt8]
}

/// Selects the entries of a list.
package struct AuditFilter: Sendable, Hashable {
  /// Selects only entries about this app.
  package var app: AppKey?
  /// Selects only entries of this time or later.
  package var since: Timestamp?
  /// Selects only entries with a smaller number. For the next page this is the smallest number of the previous page.
  package var before: Int64?
  /// The largest number of entries.
  package var limit: Int

  /// Creates a filter.
  package init(app: AppKey? = nil, since: Timestamp? = nil, before: Int64? = nil, limit: Int) {
    self.app = app
    self.since = since
    self.before = before
    self.limit = limit
  }
}

extension LedgerReader {
  /// Returns the latest entries, newest first.
  package func audit(limit: Int) throws -> [AuditEntry] {
    try auditRecords(AuditFilter(limit: limit)).map(\.entry)
  }

  /// Returns the entries that match, newest first.
  package func auditRecords(_ filter: AuditFilter) throws -> [AuditRecord] {
    try all(
      """
      SELECT \(LedgerSchema.audit.list) FROM audit
      WHERE entry < $1 AND (app_key = $2 OR $2 IS NULL) AND at >= $3 ORDER BY entry DESC LIMIT $4
      """,
      [filter.before ?? .max, filter.app, filter.since?.milliseconds ?? .min, filter.limit], AuditRecord.init(row:))
  }

  /// Returns the entries about one object, oldest first.
  package func auditEntries(about object: String, limit: Int) throws -> [AuditEntry] {
    try all(
      """
      SELECT \(LedgerSchema.audit.list) FROM audit \(database.using(index: "audit_by_object"))
      WHERE object_id = $1 ORDER BY entry LIMIT $2
      """, [object, limit], AuditRecord.init(row:)
    ).map(\.entry)
  }

  /// Returns the entries after a number, oldest first.
  package func auditRecords(after number: Int64, limit: Int) throws -> [AuditRecord] {
    try all(
      "SELECT \(LedgerSchema.audit.list) FROM audit WHERE entry > $1 ORDER BY entry LIMIT $2", [number, limit],
      AuditRecord.init(row:))
  }

  /// Returns the end of the chain as it is stored, or ``AuditHead/genesis`` if there is no entry yet.
  package func auditHead() throws -> AuditHead {
    let audit = LedgerSchema.audit
    return try all(in: audit, ending: "ORDER BY entry DESC LIMIT 1") {
      AuditHead(number: try $0[audit.entry], hash: try $0[audit.hash])
    }.first ?? .genesis
  }

  /// Returns the largest number that an entry ever had. The database stores it separately from the entries.
  package func auditCount() throws -> Int64 { try perform { try database.reached().audit } }
}

extension AuditRecord {
  fileprivate init(row: StoredRow<AuditTable>) throws {
    let audit = LedgerSchema.audit
    self.init(
      number: try row[audit.entry],
      entry: AuditEntry(
        at: try row[audit.at], kind: try row[audit.kind], app: try row[audit.app], objectID: try row[audit.objectID],
        detail: try row[audit.detail]),
      hash: try row[audit.hash])
  }
}

extension LedgerTransaction {
  /// Adds an entry to the end of the chain. One about an app is counted as a part of what that app uses.
  package func appendAudit(_ entry: AuditEntry) throws {
    let entry = try entry.sealing(self).from(origin)
    let end = if let auditEnd { auditEnd } else { try auditHead() }
    let head = try end.following(entry)
    let audit = LedgerSchema.audit
    try insert(
      into: audit,
      [
        audit.entry(head.number), audit.at(entry.at), audit.kind(entry.kind), audit.app(entry.app),
        audit.objectID(entry.objectID), audit.detail(entry.detail), audit.hash(head.hash),
      ])
    auditEnd = head
    if let app = entry.app { countBytes(StoredBytes.audit(entry), of: app) }
  }

  /// Adds entries to the end of the chain, in this order.
  package func appendAudit(_ entries: [AuditEntry]) throws {
    for entry in entries { try appendAudit(entry) }
  }
}
