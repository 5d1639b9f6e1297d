import Foundation
import GRDB
import TestSupport
import Testing

@testable import Ledger

@Suite(.enabled(if: !PostgresForTests.isUsed, "it is about the files of SQLite")) struct OpeningTests {
  @Test func `an empty folder becomes a ledger that only its owner can read`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    for name in ["ledger.sqlite", "ledger.sqlite-wal", "ledger.sqlite-shm", "ledger.lock"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    await ledger.close()
    #expect(!FileManager.default.fileExists(atPath: folder.database + "-wal"), "closed cleanly")
    let again = try folder.open()
    #expect(try await again.read { reader in try reader.app(alice) } == app(alice))
    await again.close()
  }

  @Test func `a missing folder is made, for the owner alone`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try Ledger(folder: folder.path + "/new") { _ in }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/new")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    await ledger.close()
    #expect(throws: LedgerError.unsafeLocation(.notAccessible)) { try Ledger(folder: "/nowhere/at/all") { _ in } }
  }

  @Test func `a second opener is told who holds it`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    #expect(throws: LedgerError.alreadyInUse(pid: getpid())) { try folder.open() }
    await ledger.close()
    await #expect(throws: LedgerError.closed) {
      try await ledger.write { transaction in try transaction.setSetting("k", "v") }
    }
    await #expect(throws: LedgerError.closed) {
      try await ledger.read { reader in try reader.setting("k") }
    }
    let next = try folder.open()
    await next.close()
  }

  @Test func `another process holds it`() async throws {
    let python = "/usr/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      print("SKIPPED: no \(python), the lock was not tested against another process")
      return
    }
    let folder = try TemporaryFolder()
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: python)
    let script = """
      import fcntl, os, sys
      f = open(sys.argv[1], "w", opener=lambda p, f: os.open(p, f, 0o600))
      fcntl.flock(f, fcntl.LOCK_EX)
      f.write(str(os.getpid()) + "\\n"); f.flush()
      print("held", flush=True)
      sys.stdin.read()
      """
    holder.arguments = ["-c", script, folder.path + "/ledger.lock"]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    #expect(try output.fileHandleForReading.read(upToCount: 5) == Data("held\n".utf8))
    #expect(throws: LedgerError.alreadyInUse(pid: holder.processIdentifier)) { try folder.open() }
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
    let ledger = try folder.open()
    await ledger.close()
  }

  @Test func `places that others could reach are refused`() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o750], ofItemAtPath: folder.path)
    #expect(throws: LedgerError.unsafeLocation(.wrongMode)) { try folder.open() }
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    try files.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: folder.path)
    #expect(throws: LedgerError.unsafeLocation(.wrongKind)) { try Ledger(folder: folder.path + "/link") { _ in } }
    try files.createSymbolicLink(atPath: folder.path + "/ledger.lock", withDestinationPath: "/dev/null")
    #expect(throws: LedgerError.unsafeLocation(.wrongKind)) { try folder.open() }
    try files.removeItem(atPath: folder.path + "/ledger.lock")
    try files.createSymbolicLink(atPath: folder.database, withDestinationPath: folder.path + "/elsewhere")
    #expect(throws: LedgerError.unsafeLocation(.wrongKind)) { try folder.open() }
    try files.removeItem(atPath: folder.database)
    #expect(files.createFile(atPath: folder.database, contents: nil, attributes: [.posixPermissions: 0o644]))
    #expect(throws: LedgerError.unsafeLocation(.wrongMode)) { try folder.open() }
    guard geteuid() == 0 else {
      print("SKIPPED: not root, a folder of another owner was not tested")
      return
    }
    try files.removeItem(atPath: folder.database)
    #expect(chown(folder.path, 65534, 65534) == 0)
    #expect(throws: LedgerError.unsafeLocation(.wrongOwner)) { try folder.open() }
  }

  @Test func `a ledger of a later version, and files that are none`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    await ledger.close()
    try raw(folder) { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999')") }
    #expect(throws: LedgerError.schemaFromTheFuture) { try folder.open() }
    #expect(throws: LedgerError.schemaFromTheFuture) { try LedgerArchive(folder: folder.path) }

    let other = try TemporaryFolder()
    try raw(other) { try $0.execute(sql: "CREATE TABLE notes (text)") }
    chmod(other.database, 0o600)
    #expect(throws: LedgerError.notALedger) { try other.open() }

    let garbage = try TemporaryFolder()
    let bytes = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    #expect(
      FileManager.default.createFile(
        atPath: garbage.database, contents: bytes, attributes: [.posixPermissions: 0o600]))
    #expect(throws: LedgerError.notALedger) { try garbage.open() }
  }

  @Test func `a ledger from before the first release is refused, and left as it is`() async throws {
    let folder = try TemporaryFolder()
    try raw(folder) { database in
      // What the first step of those ledgers left, as far as it is looked at.
      try database.execute(
        sql: """
          PRAGMA journal_mode = WAL;
          PRAGMA application_id = \(SQLiteOpening.applicationID);
          CREATE TABLE artefacts (order_id TEXT PRIMARY KEY NOT NULL) STRICT;
          CREATE TABLE audit (entry INTEGER PRIMARY KEY AUTOINCREMENT, detail TEXT NOT NULL) STRICT;
          CREATE TABLE events (sequence INTEGER PRIMARY KEY AUTOINCREMENT, body BLOB NOT NULL) STRICT;
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('1'), ('audit chain');
          """)
    }
    chmod(folder.database, 0o600)
    #expect(throws: LedgerError.schemaBeforeRelease) { try folder.open() }
    #expect(throws: LedgerError.schemaBeforeRelease) { try LedgerArchive(folder: folder.path) }
    try raw(folder) { database in
      let applied = try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
      #expect(applied == ["1", "audit chain"])
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
      #expect(tables == ["artefacts", "audit", "events", "grdb_migrations"])
    }
  }

  @Test func `a damaged page is found at the start`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    try await ledger.admit(alice)
    for index in 0..<200 {
      try await ledger.write { transaction in
        try transaction.appendEvent(makeEvent("o", version: Int64(index)))
      }
    }
    await ledger.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    let page = bytes.count / 4096 - 2
    bytes.replaceSubrange(page * 4096..<page * 4096 + 64, with: Data(repeating: 0x5A, count: 64))
    try bytes.write(to: URL(fileURLWithPath: folder.database))
    chmod(folder.database, 0o600)
    #expect(throws: LedgerError.changedOutside) { try folder.open() }
    // Without the seals, the damage is found by SQLite's check of the structure.
    try FileManager.default.removeItem(atPath: folder.path + "/ledger.pages")
    #expect(throws: LedgerError.corrupt) { try folder.open() }
  }

  @Test(arguments: ["release 1", "unreleased 1-2-3-4-5-6", "0.9.0 1-2-3-4-5-6"])
  func `a ledger of another schema from before the first release is refused`(_ step: String) async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    await ledger.close()
    try raw(folder) { try $0.execute(sql: "UPDATE grdb_migrations SET identifier = ?", arguments: [step]) }
    #expect(throws: LedgerError.schemaBeforeRelease) { try folder.open() }
    #expect(throws: LedgerError.schemaBeforeRelease) { try LedgerArchive(folder: folder.path) }
  }

  @Test func `from empty to the present version`() async throws {
    let folder = try TemporaryFolder()
    let ledger = try folder.open()
    await ledger.close()
    try raw(folder) { database in
      let applied = try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
      #expect(applied == LedgerMigrations.migrator.migrations)
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
      #expect(
        Set(tables).isSuperset(of: [
          "addresses", "apps", "audit", "bookings", "cursors", "events", "grdb_migrations", "invoices", "orders",
          "requests", "settings", "signed_transactions", "transfers",
        ]))
      #expect(try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal")
    }
  }

  private func raw(_ folder: TemporaryFolder, _ work: (Database) throws -> Void) throws {
    let queue = try DatabaseQueue(path: folder.database)
    try queue.inDatabase(work)
    try queue.close()
    // This change did not update the seals, while another version of the program would have done so. Without the file
    // the ledger is opened as it is.
    try? FileManager.default.removeItem(atPath: folder.path + "/ledger.pages")
  }
}
