import Dispatch
import PaymentsCore
import PaymentsModel
import PostgreSQL
import TestSupport
import Testing

@testable import Ledger

/// What a process that writes a ledger in PostgreSQL need not ask again.
@Suite(.enabled(if: PostgresForTests.isUsed, "there is no server: scripts/postgres.sh starts one"))
struct QueryCacheTests {
  private let folder: TemporaryFolder
  private let ledger: Ledger
  /// Changes what is stored behind the ledger's back, which shows whether it asks.
  private let meddler: PostgresConnection

  init() throws {
    folder = try TemporaryFolder()
    let address = try #require(try PostgresForTests.address(of: folder.path))
    ledger = try Ledger(.postgres(address, folder: folder.path), renewing: nil) { _ in }
    meddler = try PostgresConnection(address)
  }

  private func set(_ values: [String: String]) async throws {
    try await ledger.write { transaction in
      for (key, value) in values { try transaction.setSetting(key, value) }
    }
  }

  private func value(_ key: String) async throws -> String? { try await ledger.read { try $0.setting(key) } }

  @Test func `what was read is asked again after a change of its table, and of no other`() async throws {
    try await set(["k": "stored"])
    #expect(try await value("k") == "stored")
    _ = try meddler.run("UPDATE settings SET value = 'behind' WHERE key = 'k'")
    try await ledger.admit(alice)
    #expect(try await value("k") == "stored")
    #expect(try await ledger.write { transaction in try transaction.setting("k") } == "stored")
    let stored = try await ledger.read { reader in
      reader.askAnew()
      return try reader.setting("k")
    }
    #expect(stored == "behind")
    try await set(["other": "x"])
    #expect(try await value("k") == "behind")
    try await set(["k": "again"])
    #expect(try await value("k") == "again")
    await ledger.close()
  }

  @Test func `a unit sees what it has changed itself, and what was taken back was never there`() async throws {
    try await set(["k": "stored"])
    #expect(try await value("k") == "stored")
    await #expect(throws: LedgerError.abandoned) {
      try await ledger.write { transaction in
        try transaction.setSetting("k", "taken back")
        #expect(try transaction.setting("k") == "taken back")
        throw LedgerError.abandoned
      }
    }
    #expect(try await value("k") == "stored")
    await ledger.close()
  }

  /// A part is known, and before the rest is asked for, all of it changes.
  @Test func `what is read is of one state`() async throws {
    try await set(["one": "1", "two": "1"])
    #expect(try await value("one") == "1")
    let ledger = ledger
    let seen = try await ledger.read { reader -> [String?] in
      let one = try reader.setting("one")
      if one == "1" {
        let isWritten = DispatchSemaphore(value: 0)
        Task {
          try await ledger.write { transaction in
            for key in ["one", "two"] { try transaction.setSetting(key, "2") }
          }
          isWritten.signal()
        }
        isWritten.wait()
      }
      return [one, try reader.setting("two")]
    }
    #expect(seen == ["2", "2"])
    await ledger.close()
  }

  /// Where the lease may have run out, another process may have written.
  @Test func `whoever has lost the lease is told so by a unit that would change nothing`() async throws {
    try await set(["k": "stored"])
    #expect(try await value("k") == "stored")
    let other = try TemporaryFolder()
    let address = try #require(try PostgresForTests.address(of: folder.path))
    try PostgresForTests.endLease(address)
    let second = try Ledger(.postgres(address, folder: other.path), renewing: nil) { _ in }
    await #expect(throws: LedgerError.fenced) { try await ledger.write { try $0.setting("k") } }
    await second.close()
    await ledger.close()
  }
}
