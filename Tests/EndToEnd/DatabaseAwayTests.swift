import JSON
import MockWallet
import Platform
import PostgreSQL
import TestSupport
import Testing

/// A real payd whose database is away for a moment.
@Suite(.serialized, .enabled(if: PostgresForTests.isUsed, "it needs a server: scripts/postgres.sh"))
struct DatabaseAwayTests {
  /// Nothing else happens, so that nobody would ask for the events again.
  @Test(.timeLimit(.minutes(15))) func eventsThatCouldNotBeReadAreToldLater() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let address = try #require(try daemon.ledgerAddress())
      let app = try Client(daemon.runtime)
      try await app.pair(with: daemon)
      let stranger = MockAddress.example(currency: "LTC")
      let order = try await app.ask("pay", "LTC", stranger, "0.01")["payment_order"] ?? .null
      let (locker, administrator) = (try PostgresConnection(address), try PostgresConnection(address))
      _ = try locker.run("BEGIN")
      _ = try locker.run("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
      let follower = try app.launch(["events", "--from", "0"])
      let ended = try await eventually("somebody reads the events and is cut off") {
        let result = try administrator.run(
          """
          SELECT pg_terminate_backend(pid) FROM pg_locks
          WHERE NOT granted AND relation = 'events'::regclass AND pid <> pg_backend_pid()
          """)
        return result.count > 0 ? result.count : nil
      }
      #expect(ended > 0)
      _ = try locker.run("COMMIT")
      _ = try await follower.line(containing: order.text("order_id"), on: .output, within: .seconds(30))
      try await follower.interrupt()
    }
  }
}
