import Foundation
import GRDB
import PostgreSQL
import Synchronization
import TestSupport
import Testing

@testable import Ledger

/// A whole ledger goes from its file into PostgreSQL and back. The one that is moved is that of a released version, which
/// has rows in all tables.
@Suite(.enabled(if: PostgresForTests.isUsed, "it needs a server: scripts/postgres.sh")) struct LedgerMoveTests {
  private let folder: TemporaryFolder
  private let address: PostgresAddress
  private var move: LedgerMove { LedgerMove(folder: folder.path, address) }

  init() throws {
    folder = try ReleasedLedgerTests.copy("0.9.0")
    address = try #require(try PostgresForTests.address(of: folder.path))
  }

  private func database() throws -> Ledger { try Ledger(.postgres(address, folder: folder.path)) { _ in } }

  private func count(_ table: String) throws -> PostgresValue {
    let connection = try PostgresConnection(address)
    guard try connection.run("SELECT to_regclass('\(table)')::text").value(0, 0) != .null else { return .integer(0) }
    return try connection.run("SELECT count(*) FROM \(table)").value(0, 0)
  }

  private func meddle(_ sql: String) throws {
    let queue = try DatabaseQueue(path: folder.database)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  private static let withoutTriggers = "DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_not_erased;"

  @Test func `the tables are declared as SQLite knows them`() throws {
    try DatabaseQueue(path: folder.database).read { database in
      let names = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%'"
      )
      #expect(Set(names) == Set(LedgerSchema.tables.map(\.name)))
      for table in LedgerSchema.tables {
        #expect(try database.columns(in: table.name).map(\.name) == table.columns.map(\.name))
        #expect(try database.primaryKey(table.name).columns == table.key)
      }
    }
  }

  @Test func `every row of every table is there, and back again, and the ledger goes on in both`() async throws {
    let before = try ReleasedLedgerTests.content(folder.database)
    let there = try await move.toDatabase(stamp: "then")
    #expect(there.rows == LedgerSchema.tables.reduce(0) { $0 + (before.rows[$1.name]?.count ?? 0) })
    #expect(there.kept == folder.database + ".moved-then")
    #expect(!FileManager.default.fileExists(atPath: folder.database))

    let stored = try database()
    let reached = try await stored.read { try $0.database.reached() }
    let head = try await stored.write { transaction -> AuditHead in
      #expect(try transaction.auditHead() == there.head)
      try transaction.saveApp(app(alice))
      try transaction.appendEvent(makeEvent("more", version: 1))
      try transaction.appendAudit(AuditEntry(at: second(0), kind: "more", app: nil, objectID: nil, detail: "{}"))
      return try transaction.auditHead()
    }
    #expect(head.number == there.head.number + 1)
    await stored.close()
    for table in ["bookings", "audit"] {
      #expect(throws: PostgresError.self) { try PostgresConnection(address).run("DELETE FROM \(table)") }
    }

    // A payd that was not told of the move is refused, and does no harm.
    #expect(throws: LedgerError.lostItsEnd) { try Ledger(folder: folder.path) { _ in } }
    let back = try move.toFile()
    #expect(back.head == head && back.rows == there.rows + 4)
    let after = try ReleasedLedgerTests.content(folder.database, columns: before.columns)
    for (table, rows) in before.rows where table != "grdb_migrations" {
      let found = after.rows[table] ?? []
      if ["apps", "events", "event_counters", "audit"].contains(table) {
        #expect(found.count == rows.count + 1 && Set(found).isSuperset(of: rows), "\(table)")
      } else {
        #expect(found == rows, "\(table)")
      }
    }
    let file = try Ledger(folder: folder.path) { _ in }
    let now = try await file.read { reader in try reader.database.reached() }
    #expect(now.events == reached.events + 1 && now.audit == reached.audit + 1)
    try await file.write { transaction in
      try transaction.appendEvent(makeEvent("last", version: 2))
      try transaction.appendAudit(AuditEntry(at: second(0), kind: "last", app: nil, objectID: nil, detail: "{}"))
    }
    #expect(try await verify(file) == head.number + 1)
    await file.close()
    #expect(throws: LedgerError.movedAway) { try database() }
  }

  private func verify(_ ledger: Ledger) async throws -> Int64 {
    try await ledger.read { reader in
      var verifier = AuditVerifier()
      try verifier.take(try reader.auditRecords(after: 0, limit: 1000))
      try verifier.finish(count: try reader.auditCount())
      return verifier.head.number
    }
  }

  @Test func `a move that ended before the file had its name can be repeated, by the same folder only`() async throws {
    let there = try await move.toDatabase(stamp: "then")
    #expect(try move.toFile().head == there.head)
    try FileManager.default.removeItem(atPath: folder.database)
    let stranger = try TemporaryFolder()
    #expect(throws: LedgerCopyFailure.source(.movedAway)) {
      try LedgerMove(folder: stranger.path, address).toFile()
    }
    #expect(try move.toFile().head == there.head)
    #expect(throws: LedgerCopyFailure.targetNotEmpty) { try move.toFile() }
  }

  @Test(arguments: [true, false])
  func `a move whose end was lost leaves nothing that can be used, and is finished by the same move`(
    _ isCommitted: Bool
  ) async throws {
    let proxy = try PostgresProxy(to: address)
    let mover = LedgerMove(folder: folder.path, try proxy.address())
    // The first commit is that of the lease. Somebody who takes it next keeps the move from finding out.
    let thief = Mutex<Ledger?>(nil)
    let elsewhere = try TemporaryFolder()
    proxy.loseNextCommit(after: isCommitted, passing: 1) { [address] in
      thief.withLock { $0 = try? LedgerTakeOver.open(address, elsewhere) }
    }
    await #expect(throws: LedgerCopyFailure.unfinished(.fenced)) { try await mover.toDatabase(stamp: "then") }
    #expect(throws: LedgerError.moveUnfinished) { try Ledger(folder: folder.path) { _ in } }
    #expect(throws: LedgerError.moveUnfinished) { try database() }
    #expect(throws: LedgerError.moveUnfinished) { try LedgerArchive(folder: folder.path) }
    #expect(throws: LedgerCopyFailure.otherUnfinished) { try move.toFile() }
    let other = try #require(try PostgresForTests.address(of: folder.path + "/other"))
    await #expect(throws: LedgerCopyFailure.otherTarget) {
      try await LedgerMove(folder: folder.path, other).toDatabase(stamp: "")
    }
    await thief.withLock(\.self)?.close()
    let there = try await move.toDatabase(stamp: "then")
    #expect(there.rows > 50)
    #expect(there.kept == folder.database + ".moved-then")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.hasPrefix("ledger.sqlite") && !$0.contains(".moved-") }, "\(names)")
    let stored = try database()
    #expect(try await stored.read { try LedgerReader($0.database).auditHead() } == there.head)
    await stored.close()
  }

  /// The commit of the move may still wait for a standby of the server, long after whoever sent it has gone.
  @Test func `as long as the server has not decided, neither side can be used`() async throws {
    let there = try await move.toDatabase(stamp: "then")
    let (kept, moving) = (try #require(there.kept), folder.database + ".moving")
    try FileManager.default.moveItem(atPath: kept, toPath: moving)
    let committing = try PostgresConnection(address)
    _ = try committing.run("BEGIN")
    _ = try committing.run("SELECT * FROM ledger FOR UPDATE")
    await #expect(throws: LedgerCopyFailure.unfinished(.unavailable)) { try await move.toDatabase(stamp: "now") }
    #expect(FileManager.default.fileExists(atPath: moving))
    _ = try committing.run("COMMIT")
    #expect(try await move.toDatabase(stamp: "now").rows == there.rows)
  }

  @Test func `the ledger of a provider with another key is no source`() async throws {
    _ = try await move.toDatabase(stamp: "then")
    await (try Ledger(.postgres(address, folder: folder.path, provider: "this")) { _ in }).close()
    #expect(throws: LedgerCopyFailure.source(.ofOtherProvider("this"))) {
      try LedgerMove(folder: folder.path, address, provider: "that").toFile()
    }
    #expect(try LedgerMove(folder: folder.path, address, provider: "this").toFile().rows > 50)
  }

  @Test func `a second database begins with an epoch that no folder refuses`() async throws {
    _ = try await move.toDatabase(stamp: "first")
    for _ in 0..<3 { await (try database()).close() }
    _ = try move.toFile()
    let other = try #require(try PostgresForTests.address(of: folder.path + "/second"))
    _ = try await LedgerMove(folder: folder.path, other).toDatabase(stamp: "second")
    let again = try Ledger(.postgres(other, folder: folder.path)) { _ in }
    await again.close()
  }

  @Test func `neither side may be in use, and the target must be empty`() async throws {
    let file = try Ledger(folder: folder.path) { _ in }
    await #expect(throws: LedgerCopyFailure.sourceInUse(pid: getpid())) { try await move.toDatabase(stamp: "") }
    await file.close()

    let elsewhere = try TemporaryFolder()
    let provider = try Ledger(.postgres(address, folder: elsewhere.path)) { _ in }
    try PostgresForTests.extendLease(address)
    await #expect(throws: LedgerCopyFailure.targetInUse) { try await move.toDatabase(stamp: "") }
    try await provider.admit(alice)
    try FileManager.default.moveItem(atPath: folder.database, toPath: folder.database + ".away")
    try PostgresForTests.extendLease(address)
    #expect(throws: LedgerCopyFailure.sourceInUse(pid: nil)) {
      try LedgerMove(folder: try TemporaryFolder().path, address).toFile()
    }
    await provider.close()
    await #expect(throws: LedgerCopyFailure.noSource) { try await move.toDatabase(stamp: "") }
    try FileManager.default.moveItem(atPath: folder.database + ".away", toPath: folder.database)
    await #expect(throws: LedgerCopyFailure.targetNotEmpty) { try await move.toDatabase(stamp: "") }
    #expect(try count("apps") == .integer(1))
    #expect(FileManager.default.fileExists(atPath: folder.database))
  }

  @Test func `a database without a ledger is no source, and is left as it is`() throws {
    let empty = try TemporaryFolder()
    #expect(throws: LedgerCopyFailure.noSource) { try LedgerMove(folder: empty.path, address).toFile() }
    #expect(try PostgresConnection(address).run("SELECT to_regclass('apps')::text").value(0, 0) == .null)
    #expect(!FileManager.default.fileExists(atPath: empty.database))
  }

  @Test func `a source that was changed is refused, and the target stays empty`() async throws {
    try meddle(Self.withoutTriggers + "UPDATE audit SET detail = '{\"a\":1}' WHERE entry = 5")
    let broken = LedgerCopyFailure.brokenAudit(AuditBreak(number: 5, fault: .changed))
    await #expect(throws: broken) { try await move.toDatabase(stamp: "") }
    for table in LedgerSchema.tables { #expect(try count(table.name) == .integer(0), "\(table.name)") }
    #expect(FileManager.default.fileExists(atPath: folder.database), "the ledger is where it was")
  }

  @Test func `a source whose file is damaged is refused`() async throws {
    let ledger = try Ledger(folder: folder.path) { _ in }
    await ledger.close()
    let file = try #require(FileHandle(forUpdatingAtPath: folder.database))
    try file.seek(toOffset: 5 * 4096 + 2000)
    try file.write(contentsOf: Data("damage".utf8))
    try file.close()
    await #expect(throws: LedgerCopyFailure.source(.changedOutside)) { try await move.toDatabase(stamp: "") }
  }

  @Test func `entries that are missing at the end are noticed`() async throws {
    try meddle(Self.withoutTriggers + "DELETE FROM audit WHERE entry > 17")
    await #expect(throws: LedgerCopyFailure.brokenAudit(AuditBreak(number: 18, fault: .cutOff))) {
      try await move.toDatabase(stamp: "")
    }
  }

  @Test func `a text that PostgreSQL does not store is named, and what was copied is undone`() async throws {
    try meddle("UPDATE addresses SET label = 'a' || char(0) || 'b'")
    await #expect(throws: LedgerCopyFailure.unstorableText(table: "addresses")) {
      try await move.toDatabase(stamp: "")
    }
    #expect(try count("apps") == .integer(0))
    // The seals of the pages would tell that the file was changed.
    try FileManager.default.removeItem(atPath: folder.path + "/ledger.pages")
    try meddle("UPDATE addresses SET label = 'mended'")
    #expect(try await move.toDatabase(stamp: "").rows > 50)
  }

  @Test func `a connection that is lost in the middle leaves the target empty`() async throws {
    let trigger = """
      CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$
      """
    let empty = try TemporaryFolder()
    await (try Ledger(.postgres(address, folder: empty.path)) { _ in }).close()
    let connection = try PostgresConnection(address)
    _ = try connection.run(trigger)
    _ = try connection.run("CREATE TRIGGER lost AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION lose()")
    // Opening wrote nothing but the tables.
    await #expect(throws: LedgerCopyFailure.self) { try await move.toDatabase(stamp: "") }
    for table in LedgerSchema.tables { #expect(try count(table.name) == .integer(0), "\(table.name)") }
    _ = try connection.run("DROP TRIGGER lost ON events")
    try PostgresForTests.endLease(address)
    #expect(try await move.toDatabase(stamp: "").rows > 50)
  }

  @Test func `a value that the target changes is noticed`() async throws {
    let empty = try TemporaryFolder()
    await (try Ledger(.postgres(address, folder: empty.path)) { _ in }).close()
    let connection = try PostgresConnection(address)
    _ = try connection.run(
      """
      CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.amount := '1'; RETURN NEW; END $$
      """)
    _ = try connection.run("CREATE TRIGGER spoilt BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION spoil()")
    await #expect(throws: LedgerCopyFailure.differs(table: "orders")) { try await move.toDatabase(stamp: "") }
    #expect(try count("orders") == .integer(0))
  }

  @Test func `an archive reads and copies while a provider writes, without the lease`() async throws {
    _ = try await move.toDatabase(stamp: "then")
    let provider = try database()
    let archive = try PostgresArchive(address, folder: folder.path)
    try await provider.admit(alice)
    #expect(try await archive.read { reader in try reader.app(alice) } == app(alice))
    let (first, second) = (folder.path + "/first", folder.path + "/second")
    #expect(try await archive.copy(to: first) == provider.copy(to: second))
    let copies = try [first, second].map { try ReleasedLedgerTests.content($0).rows }
    #expect(copies[0] == copies[1])
    #expect((copies[0]["apps"] ?? []).joined().contains { $0.contains("alice") })
    let attributes = try FileManager.default.attributesOfItem(atPath: first)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try await provider.write { transaction in try transaction.setSetting("still", "mine") }
    await provider.close()
    #expect(throws: LedgerError.notALedger) {
      try PostgresArchive(try #require(try PostgresForTests.address(of: "nothing")), folder: folder.path)
    }
  }
}
