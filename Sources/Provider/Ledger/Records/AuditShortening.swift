import JSON
package import PaymentsModel

/// Old entries that moved no money and allowed nothing lose their content, so that what apps have written in the course of
/// years does not stay for ever. Of such an entry number, time and hash stay; the hashes of later entries cover its hash.
/// An entry of its own names them, so that nobody else can take the content of an entry away unseen.
extension AuditEntry {
  /// The kind of an entry without its content.
  package static let shortened = "shortened"
  /// The kind of the entry that names shortened ones: `from` and `through` are the first and the last of their numbers,
  /// and `numbers` is the digest of all of them.
  package static let shortening = "audit.shortened"
  /// The kinds of entries that are shortened.
  package static let shortenedKinds = [
    "statement.requested", "proof.made", "order.fee_refused", "events.trimmed", "pairing.wrong_code",
  ]

  /// Whether the entry has lost its content.
  var isShortened: Bool { kind == Self.shortened }

  /// Makes the entry that names shortened ones; `nil` without any.
  static func shortening(_ numbers: [Int64], at now: Timestamp) throws -> AuditEntry? {
    guard let first = numbers.first, let last = numbers.last else { return nil }
    return AuditEntry(
      at: now, kind: shortening,
      [
        "count": .integer(numbers.count), "from": .integer(first), "through": .integer(last),
        "numbers": .string(try digest(of: numbers)),
      ])
  }

  /// Takes those out of the numbers of shortened entries that this one names, if it names any.
  ///
  /// - Returns: `false` if it does not name exactly those that lie between its first and its last.
  func names(_ numbers: inout [Int64]) -> Bool {
    guard kind == Self.shortening else { return true }
    guard let detail = try? JSONValue(parsing: Array(detail.utf8)),
      let first = detail["from"]?.integerValue(as: Int64.self),
      let last = detail["through"]?.integerValue(as: Int64.self), first <= last
    else { return false }
    let named = numbers.filter((first...last).contains)
    numbers.removeAll(where: (first...last).contains)
    return (try? Self.digest(of: named)) == detail["numbers"]?.stringValue
  }

  /// The digest of the numbers in decimal digits with commas between them.
  private static func digest(of numbers: [Int64]) throws -> String {
    try AuditHash.of(numbers.map { String($0) }.joined(separator: ","))
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
    let audit = LedgerSchema.audit
    for record in shortened {
      try update(
        audit, [audit.kind(AuditEntry.shortened), audit.app(nil), audit.objectID(nil), audit.detail("")],
        where: [audit.entry(record.number)])
      if let app = record.entry.app { countBytes(-StoredBytes.audit(record.entry), of: app) }
    }
    try setSetting(Self.placeSetting, String(last.number))
    if let entry = try AuditEntry.shortening(shortened.map(\.number), at: now) { try appendAudit(entry) }
    return old.count == limit
  }
}
