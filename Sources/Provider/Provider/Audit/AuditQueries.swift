import JSON
import Ledger
import OwnerSocket
import PaymentsAPI
import PaymentsModel

/// Answers the owner's queries of the audit log, both for a running provider and for the files of one that is stopped.
struct AuditQueries<Source: LedgerReading> {
  let ledger: Source

  /// The largest number of entries in one answer, so that it stays far below the longest line on the owner's socket.
  static var largestPage: Int { 200 }

  func answer(_ method: String, _ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    switch method {
    case "audit": try await list(params)
    case "audit.head": try await head()
    case "audit.verify": try await verify(params)
    default: throw OwnerFailure(.usage, "the owner's door has no method \(method)")
    }
  }

  private func list(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    var filter = AuditFilter(limit: 50)
    if let value = params["limit"] {
      guard let limit = value.integerValue(as: Int.self), (1...Self.largestPage).contains(limit) else {
        throw OwnerFailure(.usage, "limit must be from 1 to \(Self.largestPage)")
      }
      filter.limit = limit
    }
    if let value = params["before"] {
      guard let number = value.integerValue(as: Int64.self) else {
        throw OwnerFailure(.usage, "before must be the number of an entry")
      }
      filter.before = number
    }
    if let value = params["since"] {
      guard let since = value.stringValue.flatMap(Timestamp.init) else {
        throw OwnerFailure(.usage, "since must be a time such as 2026-01-31T12:00:00Z")
      }
      filter.since = since
    }
    let apps = try await read { reader throws(LedgerError) in try reader.apps() }
    if let value = params["app"] { filter.app = try key(of: value.stringValue ?? "", in: apps) }
    let names = Dictionary(apps.map { ($0.key, $0.claimedName) }) { first, _ in first }
    let records = try await read { [filter] reader throws(LedgerError) in try reader.auditRecords(filter) }
    var answer: JSONObject = ["entries": .array(records.map { view($0, names) })]
    if records.count == filter.limit, let last = records.last, last.number > 1 {
      answer["next"] = .integer(last.number)
    }
    return .object(answer)
  }

  private func view(_ record: AuditRecord, _ names: [AppKey: String]) -> JSONValue {
    let entry = record.entry
    var value: JSONObject = [
      "entry": .integer(record.number), "at": .string(entry.at.text), "kind": .string(entry.kind),
    ]
    value["app"] = entry.app.map { .string($0.rawValue) }
    value["name"] = entry.app.flatMap { names[$0] }.map(JSONValue.string)
    value["object"] = entry.objectID.map(JSONValue.string)
    value["detail"] = (try? JSONValue(parsing: entry.detail)) ?? .string(entry.detail)
    value["hash"] = .string(AuditHead(number: record.number, hash: record.hash).hexadecimalHash)
    return .object(value)
  }

  /// Returns the key of the app that the owner named by its key, the beginning of that, or its identifier. An app that
  /// was never admitted is not in the list of apps; it can be named by its complete key.
  private func key(of text: String, in apps: [AppRecord]) throws(OwnerFailure) -> AppKey {
    let wanted = AppKey.wanted(text)
    let matches = apps.filter { app in
      app.key.rawValue == wanted || (wanted.utf8.count >= 8 && app.key.rawValue.utf8.starts(with: wanted.utf8))
        || Manifest(signed: app.evidence.manifest)?.appID == wanted
    }
    if let app = matches.first, matches.count == 1 { return app.key }
    if matches.isEmpty, wanted.utf8.count == 43 { return AppKey(rawValue: wanted) }
    throw matches.isEmpty
      ? OwnerFailure(.notFound, "no app is called \(text); see: payd apps")
      : OwnerFailure(.conflict, "several apps are called \(text); name one by its key, see: payd apps")
  }

  private func head() async throws(OwnerFailure) -> JSONValue {
    let head = try await read { reader throws(LedgerError) in try reader.auditHead() }
    return .object(view(head))
  }

  private func view(_ head: AuditHead) -> JSONObject {
    ["entries": .integer(head.number), "hash": .string(head.hexadecimalHash), "note": .string(head.note)]
  }

  private func verify(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    var note: AuditNote?
    if let value = params["expect"] {
      note = value.stringValue.flatMap(AuditNote.init)
      guard note != nil else {
        throw OwnerFailure(.usage, "expect must be HASH or HASH:ENTRY, as payd audit head prints it")
      }
    }
    var verifier = AuditVerifier(note: note)
    while true {
      let page = try await page(after: verifier.head)
      do throws(AuditBreak) {
        try verifier.take(page.records)
        if page.isLast { try verifier.finish(count: page.count) }
      } catch {
        return [
          "ok": false, "entry": .integer(error.number), "fault": .string(error.fault.rawValue),
          "message": .string(error.message),
        ]
      }
      if page.isLast { break }
    }
    var answer = view(verifier.head)
    answer["ok"] = true
    answer["expected"] = note.map { .string($0.text) }
    return .object(answer)
  }

  /// A page of entries to verify, with the largest number of an entry at the same time. The provider may add entries
  /// while the pages are read.
  private struct Page: Sendable {
    let records: [AuditRecord]
    let count: Int64
    var isLast: Bool { records.count < 500 }
  }

  private func page(after head: AuditHead) async throws(OwnerFailure) -> Page {
    try await read { reader throws(LedgerError) -> Page in
      Page(records: try reader.auditRecords(after: head.number, limit: 500), count: try reader.auditCount())
    }
  }

  private func read<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws(LedgerError) -> T
  ) async throws(OwnerFailure) -> T {
    do throws(LedgerError) {
      return try await ledger.read(work)
    } catch {
      throw OwnerFailure(.internalError, "the ledger cannot be read: \(error)")
    }
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
