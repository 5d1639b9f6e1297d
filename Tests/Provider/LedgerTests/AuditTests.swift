import Cryptography
import Foundation
import GRDB
import JSON
import PaymentsModel
import Platform
import PostgreSQL
import TestSupport
import Testing

@testable import Ledger

@Suite struct AuditTests {
  private func entry(_ index: Int, app: AppKey? = alice) -> AuditEntry {
    AuditEntry(
      at: second(Double(index)), kind: "test.kind", app: app, objectID: index.isMultiple(of: 2) ? "o\(index)" : nil,
      ["b": .integer(index), "a": ["d": 1, "c": "ü"]])
  }

  private func fill(_ ledger: Ledger, _ range: Range<Int>) async throws {
    for index in range {
      try await ledger.write { [entry = entry(index)] transaction in
        try transaction.appendAudit(entry)
      }
    }
  }

  private func verify(_ ledger: Ledger, _ note: AuditNote? = nil) async throws -> Result<AuditHead, AuditBreak> {
    let (records, count) = try await ledger.read { reader in
      (try reader.auditRecords(after: 0, limit: .max), try reader.auditCount())
    }
    return Result { () throws(AuditBreak) in
      var verifier = AuditVerifier(note: note)
      try verifier.take(records)
      try verifier.finish(count: count)
      return verifier.head
    }
  }

  /// Changes the database like an attacker who can write the file and knows SQL.
  private func meddle(_ folder: TemporaryFolder, _ sql: String) throws {
    if let address = try PostgresForTests.address(of: folder.path) {
      let connection = try PostgresConnection(address)
      try connection.enqueue("SET session_replication_role = replica")
      _ = try connection.run(sql == "UPDATE audit SET hash = x'00' WHERE entry = 3" ? Self.otherHash : sql)
      return try FileManager.default.removeItem(atPath: folder.path + "/ledger.mark")
    }
    let database = try DatabaseQueue(path: folder.database)
    try database.writeWithoutTransaction { database in
      try database.execute(sql: "DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_not_erased")
      try database.execute(sql: sql)
    }
    try database.close()
    // An attacker who can write the database can also write the other files.
    for name in ["ledger.pages", "ledger.mark"] { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }
  }

  private static let otherHash = "UPDATE audit SET hash = '\\x00' WHERE entry = 3"

  private func noise(_ index: Int) -> AuditEntry {
    AuditEntry(
      at: second(Double(index)), kind: "statement.requested", app: alice, objectID: "s\(index)",
      ["long": .string(String(repeating: "x", count: 500))])
  }

  @Test func `old entries that moved no money lose their content, and the chain is still verified`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    for index in 1...6 {
      try await ledger.write { [entry = index.isMultiple(of: 3) ? entry(index) : noise(index)] transaction in
        try transaction.appendAudit(entry)
      }
    }
    let before = try await ledger.read { reader in
      (try reader.auditRecords(after: 0, limit: .max), try reader.storedBytes(of: alice))
    }
    let goesOn = try await ledger.write { transaction in
      try transaction.shortenAudit(before: second(5), atMost: 100, at: second(9))
    }
    #expect(!goesOn)
    let after = try await ledger.read { reader in
      (try reader.auditRecords(after: 0, limit: .max), try reader.storedBytes(of: alice))
    }
    #expect(
      after.0.map(\.entry.kind) == [
        "shortened", "shortened", "test.kind", "shortened", "statement.requested", "test.kind", "audit.shortened",
      ])
    #expect(after.0.prefix(6).map(\.hash) == before.0.map(\.hash))
    #expect(after.0[0].entry.detail.isEmpty && after.0[0].entry.app == nil && after.0[0].entry.objectID == nil)
    #expect(after.1 < before.1 - 3 * 500, "the app gets its bytes back")
    #expect(try await verify(ledger) == .success(AuditHead(number: 7, hash: after.0[6].hash)))
    // Nothing is looked at twice, and the rest follows when its time has come.
    let again = try await ledger.write { transaction in
      try transaction.shortenAudit(before: second(5), atMost: 1, at: second(9))
    }
    #expect(!again)
    let more = try await ledger.write { transaction in
      try transaction.shortenAudit(before: second(6), atMost: 1, at: second(9))
    }
    let end = try await verify(ledger).map(\.number)
    #expect(more && end == .success(8))
    await ledger.close()
  }

  @Test func `an entry between shortened ones is not taken away either`() async throws {
    let folder = try TemporaryFolder()
    var ledger = try folder.open()
    for index in 1...4 {
      try await ledger.write { [entry = index == 3 ? entry(index) : noise(index)] transaction in
        try transaction.appendAudit(entry)
      }
    }
    _ = try await ledger.write { transaction in
      try transaction.shortenAudit(before: second(9), atMost: 100, at: second(9))
    }
    #expect(try await verify(ledger).map(\.number) == .success(5))
    await ledger.close()
    try meddle(
      folder, "UPDATE audit SET kind = 'shortened', app_key = NULL, object_id = NULL, detail = '' WHERE entry = 3")
    ledger = try folder.open()
    #expect(try await verify(ledger) == .failure(AuditBreak(number: 5, fault: .changed)))
    await ledger.close()
  }

  @Test(arguments: [1, 3]) func `nobody else takes the content of an entry away`(_ number: Int) async throws {
    let folder = try TemporaryFolder()
    var ledger = try folder.open()
    try await ledger.write { [noise = noise(1)] transaction in try transaction.appendAudit(noise) }
    try await fill(ledger, 2..<6)
    await ledger.close()
    let change = "UPDATE audit SET kind = 'shortened', app_key = NULL, object_id = NULL, detail = '' WHERE entry = "
    try meddle(folder, change + "\(number)")
    ledger = try folder.open()
    #expect(try await verify(ledger) == .failure(AuditBreak(number: Int64(number), fault: .changed)))
    await ledger.close()
  }

  @Test func `the beginning is what the format says`() throws {
    #expect(AuditHead.genesis.hash == (try SHA256.hash(Array("payport/audit/1".utf8))))
  }

  @Test func `the bytes of an entry are those of the format, member by member`() throws {
    let entry = AuditEntry(at: Timestamp(milliseconds: 258), kind: "k", app: AppKey(rawValue: "ä"), objectID: nil, [:])
    #expect(entry.detail == "{}")
    let bytes: [UInt8] =
      [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 1, 2] + [0, 0, 0, 1, 0x6B] + [0, 0, 0, 2, 0xC3, 0xA4]
      + [255, 255, 255, 255] + [0, 0, 0, 2, 0x7B, 0x7D]
    let head = try AuditHead.genesis.following(entry)
    #expect(head == AuditHead(number: 1, hash: try SHA256.hash(AuditHead.genesis.hash, bytes)))
  }

  @Test func `detail is the same text however its members came`() {
    #expect(entry(1).detail == #"{"a":{"c":"ü","d":1},"b":1}"#)
  }

  /// Whatever a unit writes that the owner asked for tells by which way, also where many units share a commit.
  @Test func `an entry tells by which way the owner decided`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try Ledger(folder: folder.path) { _ in }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<60 {
        group.addTask { [entry = entry(index)] in
          let origin = index.isMultiple(of: 3) ? nil : index.isMultiple(of: 2) ? "socket" : "standby payd2"
          await AuditOrigin.$current.withValue(origin) {
            _ = try? await ledger.write { transaction in try transaction.appendAudit(entry) }
          }
        }
      }
    }
    let records = try await ledger.read { reader in try reader.auditRecords(after: 0, limit: .max) }
    #expect(records.count == 60)
    for record in records {
      let detail = try JSONValue(parsing: Array(record.entry.detail.utf8))
      let index = try #require(detail["b"]?.integerValue(as: Int.self))
      let origin = index.isMultiple(of: 3) ? nil : index.isMultiple(of: 2) ? "socket" : "standby payd2"
      #expect(detail["via"]?.stringValue == origin)
    }
    guard case .success = try await verify(ledger) else { return #expect(Bool(false), "the chain is whole") }
    await ledger.close()
  }

  @Test func `entries of many units in few commits are one chain, without those that were taken back`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<200 {
        group.addTask { [entry = entry(index)] in
          // Every third unit writes and then fails.
          try? await ledger.write { transaction in
            try transaction.appendAudit([entry, entry])
            if index.isMultiple(of: 3) { throw LedgerError.abandoned }
          }
        }
      }
      try await group.waitForAll()
    }
    let head = try await verify(ledger).get()
    #expect(head.number == 2 * 133)
    #expect(try await ledger.read { reader in try reader.auditHead() } == head)
    #expect(ledger.statistics.commits < ledger.statistics.units, "the units shared commits")
    await ledger.close()
    let again = try folder.open()
    try await fill(again, 0..<1)
    #expect(try await verify(again).get().number == head.number + 1)
    await again.close()
  }

  @Test(arguments: [
    ("UPDATE audit SET detail = '{}' WHERE entry = 4", 4, AuditBreak.Fault.changed),
    ("UPDATE audit SET at = at + 1 WHERE entry = 1", 1, .changed),
    ("UPDATE audit SET app_key = NULL WHERE entry = 5", 5, .changed),
    ("UPDATE audit SET object_id = kind, kind = object_id WHERE entry = 5", 5, .changed),
    ("UPDATE audit SET hash = x'00' WHERE entry = 3", 3, .changed),
    ("DELETE FROM audit WHERE entry = 2", 2, .missing),
    ("DELETE FROM audit WHERE entry < 3", 1, .missing),
    ("DELETE FROM audit WHERE entry > 7", 8, .cutOff),
    ("DELETE FROM audit", 1, .cutOff),
    ("UPDATE audit SET entry = 20 WHERE entry = 6", 6, .missing),
  ])
  func `an entry that was touched is named`(_ sql: String, _ number: Int, _ fault: AuditBreak.Fault) async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await fill(ledger, 0..<9)
    #expect(try await verify(ledger).get().number == 9)
    await ledger.close()
    try meddle(folder, sql)
    let again = try folder.open()
    #expect(try await verify(again) == .failure(AuditBreak(number: Int64(number), fault: fault)))
    await again.close()
  }

  @Test
  func `the ledger itself neither changes nor erases an entry`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await fill(ledger, 0..<1)
    for sql in ["UPDATE audit SET at = 0", "DELETE FROM audit"] {
      await #expect(throws: LedgerError.constraint) {
        try await ledger.write { transaction in try transaction.execute(sql) }
      }
    }
    await ledger.close()
  }

  @Test(.enabled(if: !PostgresForTests.isUsed, "it is about the files of SQLite"))
  func `a head that was noted shows what the chain alone cannot: an end cut off, a chain made anew`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await fill(ledger, 0..<5)
    let five = try await ledger.read { reader in try reader.auditHead() }
    try await fill(ledger, 5..<9)
    let nine = try await verify(ledger).get()
    #expect(AuditNote(nine.note) == AuditNote(hash: nine.hash, number: 9))
    #expect(AuditNote("xyz") == nil && AuditNote(nine.note + "x") == nil && AuditNote("00:1") == nil)
    #expect(try await verify(ledger, AuditNote(five.note)) == .success(nine))
    #expect(try await verify(ledger, AuditNote(hash: five.hash, number: nil)) == .success(nine))
    let moved = AuditNote(hash: five.hash, number: 6)
    #expect(try await verify(ledger, moved) == .failure(AuditBreak(number: 6, fault: .notAsNoted)))
    let strange = AuditNote(hash: [UInt8](repeating: 7, count: 32), number: nil)
    #expect(try await verify(ledger, strange) == .failure(AuditBreak(number: 0, fault: .noteUnknown)))
    await ledger.close()
    // The end is cut off carefully: the count that SQLite keeps is reset, too.
    try meddle(
      folder, "DELETE FROM audit WHERE entry > 7; UPDATE sqlite_sequence SET seq = 7 WHERE name = 'audit'")
    let cut = try folder.open()
    #expect(try await verify(cut).get().number == 7, "nothing in the file tells")
    #expect(try await verify(cut, AuditNote(nine.note)) == .failure(AuditBreak(number: 8, fault: .cutOff)))
    try await fill(cut, 20..<24)
    #expect(try await verify(cut, AuditNote(nine.note)) == .failure(AuditBreak(number: 9, fault: .notAsNoted)))
    #expect(try await verify(cut, AuditNote(five.note)).get().number == 11)
    await cut.close()
  }

  @Test func `lists by app, time and page`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    for index in 0..<6 {
      try await ledger.write { [entry = entry(index, app: index < 3 ? alice : bob)] transaction in
        try transaction.appendAudit(entry)
      }
    }
    func numbers(_ filter: AuditFilter) async throws -> [Int64] {
      try await ledger.read { reader in try reader.auditRecords(filter).map(\.number) }
    }
    #expect(try await numbers(AuditFilter(limit: 2)) == [6, 5])
    #expect(try await numbers(AuditFilter(before: 5, limit: 9)) == [4, 3, 2, 1])
    #expect(try await numbers(AuditFilter(app: alice, limit: 2)) == [3, 2])
    #expect(try await numbers(AuditFilter(app: bob, since: second(4), limit: 9)) == [6, 5])
    await ledger.close()
  }

  @Test(.enabled(if: !PostgresForTests.isUsed, "it is about the files of SQLite"))
  func `the archive reads a ledger when nobody else does`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    #expect(throws: LedgerError.alreadyInUse(pid: getpid())) { try LedgerArchive(folder: folder.path) }
    try await fill(ledger, 0..<5)
    await ledger.close()
    do {
      let archive = try LedgerArchive(folder: folder.path)
      #expect(try await archive.read { reader in try reader.auditHead().number } == 5)
      #expect(throws: LedgerError.alreadyInUse(pid: getpid())) { try folder.open() }
    }
    let again = try folder.open()
    await again.close()
    #expect(throws: LedgerError.unsafeLocation(.notAccessible)) { try LedgerArchive(folder: folder.path + "/none") }
  }
}
