import Foundation
import JSON
import MockWallet
import PaymentsModel
import PostgreSQL
import TestSupport
import Testing

/// A payd that takes over a ledger in PostgreSQL of which it knows nothing, and one whose clock is not the server's.
@Suite(.serialized, .enabled(if: PostgresForTests.isUsed, "it needs a server: scripts/postgres.sh"))
struct NewcomerTests {
  private static let stranger = MockAddress.example(currency: "LTC")

  /// A configuration with a ledger in a database.
  private func configuration(_ network: ScratchFolder, _ address: String, name: String) -> String {
    Configurations.mock(network: network).replacing("name: test", with: "name: \(name)") + "\nledger: \"\(address)\"\n"
  }

  /// What such a ledger lacks, if it is an older copy, nobody can tell. What the owner had locked may be open in it.
  @Test(.timeLimit(.minutes(15))) func paysNothingBeforeTheOwnerHasLooked() async throws {
    let network = try ScratchFolder()
    let address = try #require(try PostgresForTests.address(of: network.path))
    let first = try Daemon(configuration(network, address.uri, name: "first"), ledgerInFile: true)
    try await first.start()
    let app = try Client(first.runtime)
    try await app.pair(with: first)
    _ = try await app.ask("pay", "LTC", Self.stranger, "0.01")
    await first.kill()
    try PostgresForTests.endLease(address)

    let second = try Daemon(
      configuration(network, address.uri, name: "second"), runtime: first.runtime, ledgerInFile: true)
    try FileManager.default.createDirectory(
      atPath: second.state, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try FileManager.default.copyItem(atPath: first.state + "/identity.json", toPath: second.state + "/identity.json")
    try await second.start()
    let status = try await second.owner("status")
    #expect(status["locked"] == true && status.text("locked_because") == "unvouched_ledger", "\(status)")
    #expect(second.process?.lines(.error).contains { $0.contains("paying is locked") } == true)
    #expect("\(try await second.console("status"))".contains("LOCKED: payd took over"))
    #expect("\(try await second.console("check", "--json"))".contains("paying is locked: a payd took over"))
    try await app.refused("pay", "LTC", Self.stranger, "0.01", reason: "wallet_locked", status: 75)
    // It is the owner's to decide, and not a restart's.
    #expect(try await second.terminate() == .code(0))
    try await second.start()
    #expect(try await second.owner("status")["locked"] == true)
    try await second.owner("unlock")
    _ = try await app.ask("pay", "LTC", Self.stranger, "0.01")
    #expect(try await second.terminate() == .code(0))
    try await second.start()
    #expect(try await second.owner("status")["locked"] == false, "its folder knows the ledger now")
    #expect(try await second.terminate() == .code(0))
  }

  /// All payd of a ledger decide by one clock, so that what one has put for ten minutes does not end at once at another.
  @Test(.timeLimit(.minutes(15))) func goesByTheServersClockWhereItsOwnIsWrong() async throws {
    let network = try ScratchFolder()
    let plain = try #require(try PostgresForTests.address(of: network.path))
    let schema = PostgresForTests.schema(of: network.path)
    _ = try PostgresConnection(plain).run(
      """
      CREATE FUNCTION \(schema).clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        $$ SELECT pg_catalog.clock_timestamp() + interval '10 minutes' $$
      """)
    // The functions of the system come second.
    let address = plain.uri.replacing(schema, with: schema + "%2Cpg_catalog")
    let daemon = try Daemon(configuration(network, address, name: "late"), ledgerInFile: true)
    try await daemon.start()
    let status = try await daemon.owner("status")
    let ahead = status["clock_ahead_seconds"]?.numberValue?.double ?? 0
    #expect((-610 ... -590).contains(ahead), "\(status)")
    #expect(
      daemon.process?.lines(.error).contains { $0.contains("is not that of the database's server") } == true)
    #expect("\(try await daemon.console("check", "--json"))".contains("behind that of the database's server"))
    let metrics = try await daemon.console("metrics").succeeded().result.output
    #expect(metrics.contains { $0.hasPrefix("payport_clock_offset_seconds -") })
    let app = try Client(daemon.runtime)
    try await app.pair(with: daemon)
    let order = try await app.ask("pay", "LTC", Self.stranger, "2")["payment_order"]
    let created = try #require(Timestamp(order?.text("created_at") ?? ""))
    #expect(created.since(SystemWallClock().now()) > .seconds(500), "it is made when the server says")
    #expect(try await daemon.terminate() == .code(0))
  }
}
