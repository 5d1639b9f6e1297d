import Cryptography
import Dispatch
import PostgreSQL
import Synchronization
import TestSupport
import Testing

@testable import Forwarding

/// The mailboxes of the processes of one ledger, in a real server.
@Suite(.enabled(if: PostgresForTests.isUsed, "there is no server: scripts/postgres.sh starts one"))
struct MailboxDatabaseTests {
  private let folder: ScratchFolder
  private let address: PostgresAddress
  private let other: PostgresConnection
  private let keys: [DaemonKey]

  init() throws {
    folder = try ScratchFolder()
    address = try #require(try PostgresForTests.address(of: folder.path))
    other = try PostgresConnection(address)
    _ = try other.run("CREATE TABLE ledger (holder BYTEA, epoch BIGINT)")
    keys = try ListedDaemons.make(other, ["a", "b"])
  }

  private func mailbox(_ daemon: DaemonKey) throws -> MailboxDatabase {
    try MailboxDatabase(address, as: .standby, keys: MailboxKeys(daemon, from: SystemRandom()))
  }

  @Test func `a clean-up that is refused leaves the connection as it was`() throws {
    let mailboxes = try mailbox(keys[0])
    _ = try mailboxes.exchange([], looks: true)
    _ = try other.run("BEGIN")
    _ = try other.run("LOCK TABLE forwarded_packets IN ACCESS EXCLUSIVE MODE")
    #expect(throws: PostgresError.refused(sqlState: "55P03")) { try mailboxes.removeLeftovers() }
    _ = try other.run("COMMIT")
    #expect(try mailboxes.exchange([], looks: true).1?.alive.count == 1)
  }

  /// The one that waits for the other looked the tables up before they were made. It has a thread of its own, and this one
  /// does not wait for any task, so that the lock is not held for long from the processes of other tests.
  @Test func `of two processes that start at once one makes the tables`() throws {
    let (address, key) = (address, keys[0])
    let administrator = try PostgresConnection(address)
    let alive = Mutex<Result<Int?, any Error>?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    _ = try other.run("BEGIN")
    _ = try other.run("SELECT pg_advisory_xact_lock(hashtext('payport forwarding'))")
    DispatchQueue.global().async {
      let result = Result {
        try MailboxDatabase(address, as: .standby, keys: MailboxKeys(key, from: SystemRandom())).exchange(
          [], looks: true
        ).1?
        .alive.count
      }
      alive.withLock { $0 = result }
      isOver.signal()
    }
    // Those of other tests may wait, too.
    let waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    let deadline = ContinuousClock.now + .seconds(1)
    while try administrator.run(waiting).count == 0, .now < deadline {}
    for statement in MailboxDatabase.tables { _ = try other.run(statement) }
    _ = try other.run("COMMIT")
    isOver.wait()
    #expect(try alive.withLock { $0 }?.get() == 1)
  }

  /// Who can write the tables, but is in no list.
  @Test func `packets of strangers are not read, and are removed`() throws {
    let own = try mailbox(keys[0])
    let listed = try mailbox(keys[1])
    let stranger = try DaemonKey(
      own: Ed25519.SigningKey(from: SystemRandom()), provider: Ed25519.SigningKey(from: SystemRandom()))
    let unlisted = try mailbox(stranger)
    for sender in [listed, unlisted] {
      _ = try sender.exchange(
        [Packet(sender: sender.mailbox, recipient: own.mailbox, number: 1, body: [1])], looks: true)
    }
    let (arrived, known) = try own.exchange([], looks: true)
    #expect(arrived.map(\.packet.sender) == [listed.mailbox] && arrived.map(\.daemon.name) == ["b"])
    #expect(known.map { Set($0.alive.keys) } == [own.mailbox, listed.mailbox])
    try own.removeLeftovers()
    #expect(try other.run("SELECT count(*) FROM forwarded_packets").value(0, 0) == .integer(0))
  }

  /// Neither the database nor this process takes more than a packet may have.
  @Test func `a packet that is too large is stored by nobody, and read by nobody`() throws {
    let (own, sender) = (try mailbox(keys[0]), try mailbox(keys[1]))
    let insertion = "INSERT INTO forwarded_packets (recipient, sender, number, body) VALUES ($1, $2, 1, $3)"
    let large = [UInt8](repeating: 0, count: Packet.largestBody + 1)
    let row: [PostgresValue] = [.bytes(own.mailbox.bytes), .bytes(sender.mailbox.bytes), .bytes(large)]
    #expect(throws: PostgresError.refused(sqlState: "23514")) { _ = try other.run(insertion, row) }
    // As in tables that somebody made without the rule.
    _ = try other.run("ALTER TABLE forwarded_packets DROP CONSTRAINT forwarded_packets_body_check")
    _ = try other.run(insertion, row)
    #expect(try own.exchange([], looks: false).arrived.isEmpty)
    try own.removeLeftovers()
    #expect(try other.run("SELECT count(*) FROM forwarded_packets").value(0, 0) == .integer(0))
  }
}
