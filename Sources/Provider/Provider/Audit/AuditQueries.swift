import JSON
import Ledger
import Orders
package import OwnerAPI
import PaymentsAPI
import PaymentsModel

/// Answers the owner's queries of the audit log, both for a running provider and for the files of one that is stopped.
package struct AuditQueries {
  let ledger: any LedgerReading

  /// The largest number of entries in one answer.
  static var largestPage: Int { 200 }

  /// Entries, the newest first.
  package func list(_ params: ListAuditEntries.Params) async throws -> ListAuditEntries.Result {
    var filter = AuditFilter(limit: params.limit ?? 50)
    guard (1...Self.largestPage).contains(filter.limit) else {
      throw OwnerFailure(.usage, "limit must be from 1 to \(Self.largestPage)")
    }
    filter.before = params.before.map(Int64.init)
    filter.since = params.since
    let apps = try await ledger.read { reader in try NamedApp.known(reader) }
    if let app = params.app { filter.app = try key(of: app, in: apps) }
    let names = Dictionary(apps.map { ($0.record.key, $0.name) }) { first, _ in first }
    let records = try await ledger.read { [filter] reader in try reader.auditRecords(filter) }
    var room = AnswerRoom()
    var answer = ListAuditEntries.Result(entries: room.fitting(records.lazy.map { view($0, names) }, least: 1))
    let isCut = answer.entries.count < records.count
    if isCut || records.count == filter.limit, let last = answer.entries.last, last.entry > 1 {
      answer.next = last.entry
    }
    return answer
  }

  private func view(_ record: AuditRecord, _ names: [AppKey: String]) -> AuditLogEntry {
    let entry = record.entry
    return AuditLogEntry(
      entry: Int(record.number), at: entry.at, kind: entry.kind,
      detail: (try? JSONValue(parsing: entry.detail)) ?? .string(entry.detail),
      hash: AuditHead(number: record.number, hash: record.hash).hexadecimalHash, app: entry.app,
      name: entry.app.flatMap { names[$0] }, object: entry.objectID)
  }

  /// Returns the key of the app that the owner named. An app that was never admitted is not in the list of apps; it can
  /// be named by its complete key.
  private func key(of text: String, in apps: [NamedApp]) throws -> AppKey {
    do {
      return try AppNaming.find(text, among: apps, "no app is called \(text)").record.key
    } catch let failure as OwnerFailure where failure.reason == .appNotFound {
      let wanted = AppKey.wanted(text)
      guard wanted.utf8.count == 43 else { throw failure }
      return AppKey(rawValue: wanted)
    }
  }

  /// The newest entry.
  package func head(_: OwnerNothing) async throws -> GetAuditHead.Result {
    let head = try await ledger.read { reader in try reader.auditHead() }
    return GetAuditHead.Result(entries: Int(head.number), hash: head.hexadecimalHash, note: head.note)
  }

  /// Checks the whole log.
  package func verify(_ params: VerifyAuditLog.Params) async throws -> AuditVerification {
    let note = params.expect.flatMap(AuditNote.init)
    guard (note == nil) == (params.expect == nil) else {
      throw OwnerFailure(.badNote, "expect must be HASH or HASH:ENTRY")
    }
    var verifier = AuditVerifier(note: note)
    var recorded: [ProtectedSettings: AuditRecord] = [:]
    while true {
      let page = try await page(after: verifier.head)
      do throws(AuditBreak) {
        try verifier.take(page.records)
        if page.isLast { try verifier.finish(count: page.count) }
      } catch {
        return .broken(at: error.number, error.fault.rawValue, error.message)
      }
      for record in page.records {
        if let settings = ProtectedSettings(changedBy: record.entry) { recorded[settings] = record }
      }
      if let settings = page.settings {
        if let broken = Self.difference(settings, recorded) { return broken }
        break
      }
    }
    let head = verifier.head
    return AuditVerification(
      ok: true, entries: Int(head.number), hash: head.hexadecimalHash, note: head.note, expected: note?.text)
  }

  /// A page of entries to verify, with the largest number of an entry at the same time. The provider may add entries
  /// while the pages are read.
  private struct Page: Sendable {
    let records: [AuditRecord]
    let count: Int64
    /// What the ledger has of the settings that entries are about, with the last page.
    let settings: [ProtectedSettings: String]?
    var isLast: Bool { settings != nil }
  }

  private func page(after head: AuditHead) async throws -> Page {
    try await ledger.read { reader -> Page in
      reader.askAnew()
      let records = try reader.auditRecords(after: head.number, limit: 500)
      return Page(
        records: records, count: try reader.auditCount(),
        settings: records.count < 500 ? try Self.settings(reader) : nil)
    }
  }

  private static func settings(_ reader: LedgerReader) throws -> [ProtectedSettings: String] {
    var settings = [ProtectedSettings.owner: try reader.digest(of: .owner)]
    for app in try reader.appsWithSettings() { settings[.app(app)] = try reader.digest(of: .app(app)) }
    return settings
  }

  /// Compares what the ledger has with the newest entry about it, if that has a digest.
  private static func difference(
    _ settings: [ProtectedSettings: String], _ recorded: [ProtectedSettings: AuditRecord]
  ) -> AuditVerification? {
    for (setting, digest) in settings.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      let entry = recorded[setting]
      // Without an entry the owner has decided nothing, and no app was let in.
      if entry == nil, setting == .owner, digest == ProtectedSettings.none { continue }
      if let entry, entry.entry.settingsDigest.map({ $0 == digest }) ?? true { continue }
      let what =
        switch setting {
        case .app(let key): "what the app \(key.fingerprint) may do, its limits or its quota"
        case .owner: "the PIN, the lock or the list of daemons"
        }
      let when = entry.map { "entry \($0.number), the newest one about it, says otherwise" } ?? "no entry is about it"
      return .broken(
        at: entry?.number ?? 0, "settings_changed",
        "\(what) was changed in the ledger's tables without payd: \(when)")
    }
    return nil
  }
}

extension AuditVerification {
  /// A log that is not what it was.
  fileprivate static func broken(at entry: Int64, _ fault: String, _ message: String) -> AuditVerification {
    AuditVerification(ok: false, entry: Int(entry), fault: fault, message: message)
  }
}

extension AuditBreak {
  /// A sentence for the owner that describes the fault.
  var message: String {
    switch fault {
    case .changed: "entry \(number) is not what it was when it was written, or one before it was replaced"
    case .missing: "entry \(number) is missing, though later ones are there"
    case .cutOff: "entries from \(number) on were there once and are missing now"
    case .notAsNoted:
      "entry \(number) is not the one that you noted: the chain up to it was made anew, or the note is of another ledger"
    case .noteUnknown:
      "no entry has the hash that you noted: the chain was cut off or made anew, or the note is of another ledger"
    }
  }
}
