import Foundation
import PostgreSQL
import Synchronization
import TestSupport
import Testing

@testable import Ledger

/// Notes the number of units of each commit.
private final class CommitCounter: LedgerObserver {
  let units = Mutex<[Int]>([])
  func committed(units count: Int, in duration: Duration) { units.withLock { $0.append(count) } }
  func commitFailed() {}
  func reached(_ isReached: Bool) {}
}

/// What only a ledger in PostgreSQL has: the lease, a server that goes away, and answers that are lost.
@Suite(.enabled(if: PostgresForTests.isUsed, "there is no server: scripts/postgres.sh starts one"))
struct PostgresLedgerTests {
  private func address(_ folder: TemporaryFolder) throws -> PostgresAddress {
    try #require(try PostgresForTests.address(of: folder.path))
  }

  /// Opens the ledger of another process, which has a folder of its own.
  private func open(
    _ address: PostgresAddress, _ folder: TemporaryFolder, onFatal: @escaping @Sendable (LedgerError) -> Void = { _ in }
  ) throws -> Ledger {
    // The tests themselves say when something is committed.
    try Ledger(.postgres(address, folder: folder.path), renewing: nil, onFatal: onFatal)
  }

  private func set(_ ledger: Ledger, _ key: String, _ value: String) async throws {
    try await ledger.write { transaction in try transaction.setSetting(key, value) }
  }

  private func value(_ ledger: Ledger, _ key: String) async throws -> String? {
    try await ledger.read { reader in try reader.setting(key) }
  }

  /// Ends the connections of a ledger, as an administrator does.
  private func endConnections(_ name: String, _ address: PostgresAddress) throws {
    _ = try PostgresConnection(address).run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()",
      [.text(name)])
  }

  @Test func `one process writes, and another one when it has ended`() async throws {
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    let address = try address(one)
    let first = try open(address, one)
    try await set(first, "k", "first")
    try PostgresForTests.extendLease(address)
    #expect(throws: LedgerError.writtenElsewhere) { try open(address, two) }
    await first.close()
    let second = try open(address, two)
    #expect(try await value(second, "k") == "first")
    await second.close()
  }

  @Test func `an idle process renews its lease`() async throws {
    let folder = try TemporaryFolder()
    let address = try address(folder)
    let ledger = try Ledger(.postgres(address, folder: folder.path), renewing: .milliseconds(20)) { _ in }
    try PostgresForTests.endLease(address)
    let connection = try PostgresConnection(address)
    while try connection.run("SELECT until > clock_timestamp() FROM ledger").value(0, 0) != .integer(1) {
      await Task.yield()
    }
    await ledger.close()
  }

  @Test func `a lease is not taken from who is just committing, nor that of another ledger than was looked at`() throws
  {
    let folder = try TemporaryFolder()
    let address = try address(folder)
    let (holder, other) = (try PostgresConnection(address), try PostgresConnection(address))
    let taker = [UInt8](repeating: 7, count: 16)
    for statement in PostgresSchema.statements { _ = try holder.run(statement) }
    _ = try holder.run("INSERT INTO ledger (one, id, schema) VALUES (1, '', 'this')")
    _ = try holder.run("BEGIN")
    _ = try holder.run("SELECT * FROM ledger FOR UPDATE")
    #expect(try PostgresLease.take(other, for: taker, of: "this") == nil)
    _ = try holder.run("COMMIT")
    #expect(try PostgresLease.take(other, for: taker, of: "that") == nil)
    #expect(try PostgresLease.take(other, for: taker, of: "this") == 1)
    #expect(try PostgresLease.take(other, for: taker, of: "this") == nil)
  }

  @Test func `whoever was stopped for longer than the lease writes nothing any more`() async throws {
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    let address = try address(one)
    let fatal = FatalErrors()
    let first = try open(address, one) { fatal.append($0) }
    try await set(first, "k", "first")
    try await first.confirmHolding()
    try PostgresForTests.endLease(address)
    // Nobody took it, so that it is still good, and is renewed.
    try await set(first, "k", "still")
    try PostgresForTests.extendLease(address)
    #expect(throws: LedgerError.writtenElsewhere) { try open(address, two) }
    let second = try LedgerTakeOver.open(address, two)
    try await set(second, "k", "second")
    await #expect(throws: LedgerError.fenced) { try await set(first, "k", "late") }
    await #expect(throws: LedgerError.fenced) { try await first.confirmHolding() }
    #expect(fatal.all == [.fenced])
    #expect(try await value(second, "k") == "second")
    await second.close()
    await first.close()
  }

  /// The unit stands for a process that sleeps in the middle of a transaction: the server ends its connection, another
  /// process takes over and commits, and then it wakes and tries to commit.
  @Test func `whoever wakes in the middle of a transaction has committed nothing, and is told so`() async throws {
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    let (direct, name) = (try address(one), "t" + UUID().uuidString)
    let fatal = FatalErrors()
    let first = try open(try PostgresAddress(direct.uri + "&application_name=" + name), one) { fatal.append($0) }
    try await set(first, "k", "first")
    let second = Mutex<Result<Ledger, any Error>?>(nil)
    await #expect(throws: LedgerError.fenced) {
      try await first.write { transaction in
        try transaction.setSetting("k", "late")
        _ = try transaction.setting("k")
        let administrator = try PostgresConnection(direct)
        guard case .integer(let commits) = try administrator.run("SELECT commits FROM ledger").value(0, 0) else {
          throw LedgerError.corrupt
        }
        try self.endConnections(name, direct)
        try PostgresForTests.endLease(direct)
        second.withLock { $0 = Result { try self.open(direct, two) } }
        _ = try administrator.run("UPDATE settings SET value = 'second' WHERE key = 'k'")
        // The other one has come to the same number, so that it does not tell whose the last transaction was.
        _ = try administrator.run("UPDATE ledger SET commits = $1", [.integer(commits + 1)])
      }
    }
    #expect(fatal.all == [.fenced])
    let other = try #require(try second.withLock(\.self)?.get())
    #expect(try await value(other, "k") == "second")
    await other.close()
    await first.close()
  }

  @Test func `a renewal of the lease is no commit to whoever counts them`() async throws {
    let folder = try TemporaryFolder()
    let counter = CommitCounter()
    let ledger = try Ledger(.postgres(try address(folder), folder: folder.path), observer: counter) { _ in }
    try await ledger.confirmHolding()
    try await set(ledger, "k", "v")
    try await ledger.confirmHolding()
    #expect(counter.units.withLock(\.self) == [1])
    await ledger.close()
  }

  @Test(arguments: [true, false])
  func `a start whose lease was lost on its way can be repeated`(_ isCommitted: Bool) async throws {
    let folder = try TemporaryFolder()
    let direct = try address(folder)
    let proxy = try PostgresProxy(to: direct)
    await (try open(direct, folder)).close()
    proxy.loseNextCommit(after: isCommitted)
    #expect(throws: LedgerError.self) { try open(try proxy.address(), folder) }
    #expect(proxy.lost == 1)
    let ledger = try LedgerTakeOver.open(direct, folder)
    try await set(ledger, "k", "v")
    await ledger.close()
  }

  @Test func `a connection that ends between transactions is replaced, and one inside of it takes the unit with it`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (direct, name) = (try address(folder), "t" + UUID().uuidString)
    let address = try PostgresAddress(direct.uri + "&application_name=" + name)
    let ledger = try open(address, folder)
    try await set(ledger, "k", "before")
    try endConnections(name, direct)
    try await set(ledger, "k", "after")
    #expect(try await value(ledger, "k") == "after")
    await #expect(throws: LedgerError.unavailable) {
      try await ledger.write { transaction in
        try transaction.setSetting("k", "during")
        // The server hears of the transaction only here.
        _ = try transaction.setting("k")
        try self.endConnections(name, direct)
        _ = try transaction.setting("k")
      }
    }
    #expect(try await value(ledger, "k") == "after")
    try await set(ledger, "k", "again")
    #expect(try await value(ledger, "k") == "again")
    await ledger.close()
  }

  @Test(arguments: [true, false])
  func `whether a transaction was committed whose answer was lost is found out`(_ isCommitted: Bool) async throws {
    let folder = try TemporaryFolder()
    let direct = try address(folder)
    let proxy = try PostgresProxy(to: direct)
    let ledger = try open(try proxy.address(), folder)
    try await set(ledger, "k", "before")
    proxy.loseNextCommit(after: isCommitted)
    if isCommitted {
      try await set(ledger, "k", "lost")
    } else {
      await #expect(throws: LedgerError.unavailable) { try await set(ledger, "k", "lost") }
    }
    #expect(proxy.lost == 1)
    #expect(try await value(ledger, "k") == (isCommitted ? "lost" : "before"))
    try await set(ledger, "k", "after")
    #expect(try await value(ledger, "k") == "after")
    await ledger.close()
  }

  @Test func `a database that was put back is refused, at a start and by whoever is running`() async throws {
    let folder = try TemporaryFolder()
    let (direct, name) = (try address(folder), "t" + UUID().uuidString)
    let address = try PostgresAddress(direct.uri + "&application_name=" + name)
    let fatal = FatalErrors()
    var ledger = try open(address, folder) { fatal.append($0) }
    try await ledger.admit(alice)
    try await ledger.write { transaction in
      for version in 1...5 { try transaction.appendEvent(makeEvent("o", version: Int64(version))) }
    }
    await ledger.close()
    let meddler = try PostgresConnection(address)
    _ = try meddler.run("UPDATE event_counters SET newest = 4")
    #expect(throws: LedgerError.lostItsEnd) { try open(address, folder) }
    _ = try meddler.run("UPDATE event_counters SET newest = 5")
    ledger = try open(address, folder) { fatal.append($0) }
    _ = try meddler.run("UPDATE event_counters SET newest = 4")
    try endConnections(name, direct)
    await #expect(throws: LedgerError.lostItsEnd) { try await set(ledger, "k", "v") }
    #expect(fatal.all == [.lostItsEnd])
    await ledger.close()
  }

  @Test func `epochs that were used before are refused`() async throws {
    let folder = try TemporaryFolder()
    let address = try address(folder)
    for _ in 0..<3 { await (try open(address, folder)).close() }
    _ = try PostgresConnection(address).run("UPDATE ledger SET epoch = 1")
    // Being refused does not count epochs up to where they are accepted.
    for _ in 0..<5 { #expect(throws: LedgerError.lostItsEnd) { try open(address, folder) } }
  }

  @Test func `a provider with another key is refused, also while it would only wait`() async throws {
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    let address = try address(one)
    let ledger = try Ledger(.postgres(address, folder: one.path, provider: "mine")) { _ in }
    try PostgresForTests.extendLease(address)
    #expect(throws: LedgerError.ofOtherProvider("mine")) {
      try Ledger(.postgres(address, folder: two.path, provider: "other")) { _ in }
    }
    #expect(throws: LedgerError.writtenElsewhere) {
      try Ledger(.postgres(address, folder: two.path, provider: "mine")) { _ in }
    }
    await ledger.close()
  }

  @Test func `a server that lacks a transaction which was answered is noticed`() async throws {
    let folder = try TemporaryFolder()
    let address = try address(folder)
    let fatal = FatalErrors()
    let ledger = try open(address, folder) { fatal.append($0) }
    for number in 1...3 { try await set(ledger, "k", "\(number)") }
    _ = try PostgresConnection(address).run("UPDATE ledger SET commits = 1")
    await #expect(throws: LedgerError.unavailable) { try await value(ledger, "k") }
    await #expect(throws: LedgerError.lostItsEnd) { try await set(ledger, "k", "4") }
    #expect(fatal.all == [.lostItsEnd])
    await ledger.close()
  }

  @Test func `books and audit log only grow`() async throws {
    let folder = try TemporaryFolder()
    let address = try address(folder)
    let ledger = try open(address, folder)
    await ledger.close()
    let meddler = try PostgresConnection(address)
    for sql in ["TRUNCATE audit", "DELETE FROM audit", "UPDATE bookings SET amount = '0'", "TRUNCATE bookings"] {
      #expect(throws: PostgresError.refused(sqlState: "23000"), "\(sql)") { try meddler.run(sql) }
    }
  }

  @Test func `a server that cannot be reached is told with its reason, without the password`() throws {
    let folder = try TemporaryFolder()
    let address = try PostgresAddress("postgresql://me:secret@/none?host=\(folder.path)")
    #expect(!address.description.contains("secret"))
    do {
      _ = try open(address, folder)
      Issue.record("there is no server")
    } catch LedgerError.unreachable(let why) {
      #expect(why.contains("No such file") && !why.contains("secret"))
    }
  }
}

@Suite struct PostgresAddressTests {
  @Test func `an address is one of a database`() throws {
    for text in [
      "", "/var/lib/payport", "mysql://x", "postgresql://[", "postgresql:///x?nonsense=1", "postgresql://u:a@b@h/x",
    ] {
      #expect(throws: PostgresError.self, "\(text)") { try PostgresAddress(text) }
    }
    #expect(try PostgresAddress("postgresql://u:p@db.example:5433/pay").description == "pay at db.example 5433")
  }
}
