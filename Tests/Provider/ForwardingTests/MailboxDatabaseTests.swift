import Cryptography
import PostgreSQL
import TestSupport
import Testing

@testable import Forwarding

/// The mailboxes of the processes of one ledger, in a real server.
@Suite(.enabled(if: PostgresForTests.isUsed, "there is no server: scripts/postgres.sh starts one"))
struct MailboxDatabaseTests {
  @Test func `a clean-up that is refused leaves the connection as it was`() throws {
    let folder = try ScratchFolder()
    let address = try #require(try PostgresForTests.address(of: folder.path))
    let other = try PostgresConnection(address)
    _ = try other.run("CREATE TABLE ledger (holder BYTEA, epoch BIGINT)")
    let mailboxes = try MailboxDatabase(address, .standby, random: SystemRandom())
    _ = try mailboxes.exchange([], looks: true)
    _ = try other.run("BEGIN")
    _ = try other.run("LOCK TABLE forwarded_packets IN ACCESS EXCLUSIVE MODE")
    #expect(throws: PostgresError.refused(sqlState: "55P03")) { try mailboxes.removeLeftovers() }
    _ = try other.run("COMMIT")
    #expect(try mailboxes.exchange([], looks: true).1?.alive.count == 1)
  }
}
