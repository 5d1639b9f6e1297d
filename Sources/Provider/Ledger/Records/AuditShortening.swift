import JSON
package import PaymentsModel

/// Old entries that moved no money and allowed nothing lose their content, so that what apps have written in the course of
/// years does not stay for ever. Of such an entry number, time and hash stay; the hashes of later entries cover its hash.
/// An entry of its own names them, so that nobody else can take the content of an entry away unseen.
extension AuditEntry {
  /// The kind of an entry without its content.
  package static let shortened = "shortened"
  /// The kind of the entry that names shortened ones by its members `from` and `through`, and their number by `count`.
  package static let shortening = "audit.shortened"
  /// The kinds of entries that are shortened.
  package static let shortenedKinds = [
    "statement.requested", "proof.made", "order.fee_refused", "events.trimmed", "pairing.wrong_code",
  ]

  /// Whether the entry has lost its content.
  var isShortened: Bool { kind == Self.shortened }

  /// The numbers of the entries that this one says were shortened; `nil` if it says nothing of the kind.
  var shortenedNumbers: ClosedRange<Int64>? {
    guard kind == Self.shortening, let detail = try? JSONValue(parsing: Array(detail.utf8)),
      let from = detail["from"]?.integerValue(as: Int64.self),
      let through = detail["through"]?.integerValue(as: Int64.self), from <= through
    else { return nil }
    return from...through
  }
}

extension LedgerTransaction {
  private static let placeSetting = "audit_shortened_through"

  /// Shortens the oldest entries that were not looked at before, and gives their bytes back to the apps.
  ///
  /// - Parameters:
  ///   - moment: entries of this time or later stay as they are, and all behind the first one of them.
  ///   - limit: the largest number of entries to look at.
  ///   - now: the time of the entry that tells of it.
  /// - Returns: whether there may be more to look at.
  package func shortenAudit(before moment: Timestamp, atMost limit: Int, at now: Timestamp) throws -> Bool {
    let looked = try setting(Self.placeSetting).flatMap { Int64($0) } ?? 0
    let records = try auditRecords(after: looked, limit: limit)
    let old = records.prefix { $0.entry.at < moment }
    guard let last = old.last else { return false }
    let shortened = old.filter { AuditEntry.shortenedKinds.contains($0.entry.kind) }
    for record in shortened {
      try execute(
        "UPDATE audit SET kind = 'shortened', app_key = NULL, object_id = NULL, detail = '' WHERE entry = ?",
        [record.number])
      if let app = record.entry.app { try countWritten(-StoredBytes.audit(record.entry), of: app) }
    }
    try setSetting(Self.placeSetting, String(last.number))
    if let first = shortened.first, let end = shortened.last {
      try appendAudit(
        AuditEntry(
          at: now, kind: AuditEntry.shortening,
          ["count": .integer(shortened.count), "from": .integer(first.number), "through": .integer(end.number)]))
    }
    return old.count == limit
  }
}
