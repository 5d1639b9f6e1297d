import Foundation
import JSON
import MockWallet
import Platform
import PostgreSQL
import TestSupport
import Testing

/// Two real payd with one ledger in PostgreSQL, of which one stands by. `Tests/Foreign/cluster.py` has more of them.
@Suite(.serialized, .enabled(if: PostgresForTests.isUsed, "it needs a server: scripts/postgres.sh"))
struct TakeOverTests {
  private static let stranger = MockAddress.example(currency: "LTC")
  private static let waits = "waiting to take over when it ends"

  /// A daemon that writes, and one that stands by, with the same key.
  private struct Pair {
    let address: PostgresAddress
    let network: ScratchFolder
    let first: Daemon
    let second: Daemon

    init(zones: (String, String) = ("UTC", "UTC"), admitted: Bool = true) async throws {
      network = try ScratchFolder()
      address = try #require(try PostgresForTests.address(of: network.path))
      let yaml = Configurations.mock(network: network) + "\nledger: \"\(address.uri)\"\n"
      first = try Daemon(
        yaml.replacing("name: test", with: "name: first"), environment: ["TZ": zones.0], ledgerInFile: true)
      second = try Daemon(
        yaml.replacing("name: test", with: "name: second"), runtime: first.runtime, environment: ["TZ": zones.1],
        ledgerInFile: true)
      try await first.start()
      try FileManager.default.createDirectory(
        atPath: second.state, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try FileManager.default.copyItem(
        atPath: first.state + "/identity.json", toPath: second.state + "/identity.json")
      if admitted { try await admit() }
      try PostgresForTests.extendLease(address)
      _ = try await standBy().line(containing: TakeOverTests.waits, on: .error)
    }

    /// The owner admits the second at the first.
    func admit() async throws {
      let key = try await second.console("daemons", "key").succeeded().result.output.joined()
      try await first.owner("daemons", "add", "second", "key:" + key)
    }

    @discardableResult
    func standBy() throws -> ChildProcess { try second.launch() }

    /// The first ends, and the second becomes the one that writes.
    func takeOver() async throws -> ChildProcess {
      #expect(try await first.terminate() == .code(0))
      let process = try #require(second.process)
      _ = try await process.line(containing: "ready at ws://127.0.0.1:", on: .error)
      return process
    }

    func end() async throws {
      #expect(try await second.terminate() == .code(0))
      await first.kill()
    }
  }

  @Test(.timeLimit(.minutes(15))) func whoTakesOverReadsItsConfigurationAnew() async throws {
    let pair = try await Pair()
    let yaml = try String(contentsOfFile: pair.second.configuration, encoding: .utf8)
    try pair.second.configure(yaml.replacing("per_period: 1000", with: "per_period: 0.05"))
    _ = try await pair.takeOver()
    let app = try Client(pair.second.runtime)
    try await app.pair(with: pair.second)
    let order = try await app.run("pay", "LTC", Self.stranger, "0.08")
    #expect(order.status != 0 && "\(order)".contains("budget_exceeded"), "\(order)")
    try await pair.end()
  }

  @Test(.timeLimit(.minutes(15))) func anAppThatIsStartedWhileNobodyWritesWaits() async throws {
    let pair = try await Pair()
    let app = try Client(pair.first.runtime)
    try await app.pair(with: pair.first)
    let request = UUID().uuidString.lowercased()
    let first = try await app.ask("pay", "LTC", Self.stranger, "0.01", "--request-id", request)
    await pair.first.kill()
    let again = try await app.ask("pay", "LTC", Self.stranger, "0.01", "--request-id", request, "--patience", "60")
    #expect(again["payment_order"]?.text("order_id") == first["payment_order"]?.text("order_id"))
    #expect(again["replayed"] == true)
    try await pair.end()
  }

  @Test(
    .timeLimit(.minutes(15)), arguments: [("name: second", "name: ["), ("per_period: 1000", "per_period: 0.000000001")])
  func aConfigurationThatIsWrongByThenIsToldAndTheOldOneApplies(_ change: (from: String, to: String)) async throws {
    let pair = try await Pair()
    let yaml = try String(contentsOfFile: pair.second.configuration, encoding: .utf8)
    try pair.second.configure(yaml.replacing(change.from, with: change.to))
    let process = try await pair.takeOver()
    #expect(process.lines(.error).contains { $0.contains("the configuration was not read again") })
    try await pair.end()
  }

  @Test(.timeLimit(.minutes(15))) func twoDoNotStandByWithOneStateFolder() async throws {
    let pair = try await Pair()
    let waiting = pair.second.process
    let other = try pair.standBy()
    #expect(try await other.exit() == .code(69))
    #expect(other.lines(.error).joined().contains("\(waiting?.pid ?? 0)"), "\(other.lines(.error))")
    waiting?.signal(SIGTERM)
    _ = try await waiting?.exit()
    #expect(try await pair.first.terminate() == .code(0))
  }

  @Test(.timeLimit(.minutes(15))) func whoCannotTakeOverSaysWhy() async throws {
    let pair = try await Pair()
    let process = try #require(pair.second.process)
    let connection = try PostgresConnection(pair.address)
    _ = try connection.run(
      """
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$
      """)
    await pair.first.kill()
    try PostgresForTests.extendLease(pair.address)
    _ = try connection.run("CREATE TRIGGER full_disk BEFORE UPDATE ON ledger EXECUTE FUNCTION full_disk()")
    let told = try await process.line(containing: "could not take over the ledger now", on: .error)
    #expect(told.contains("no room left"), "\(told)")
    _ = try connection.run("DROP TRIGGER full_disk ON ledger")
    _ = try await process.line(containing: "ready at ws://127.0.0.1:", on: .error)
    let lines = process.lines(.error).filter { $0.contains("could not take over") }
    #expect(lines.count == 1, "it is told once")
    try await pair.end()
  }

  /// A tool that watches a machine reads there what the payd of that machine knows, whoever writes.
  @Test(.timeLimit(.minutes(15))) func eachTellsItsOwnNumbers() async throws {
    let pair = try await Pair()
    for (daemon, role) in [(pair.first, "writer"), (pair.second, "standby")] {
      let lines = try await daemon.console("metrics").succeeded().result.output
      for name in [
        "payport_ledger_role{role=\"\(role)\"} 1", "payport_ledger_epoch 1", "payport_ledger_lease_age_seconds ",
        "payport_ledger_without_writer_seconds 0", "payport_clock_offset_seconds ",
        "payport_process_start_time_seconds ",
      ] {
        #expect(lines.contains { $0.hasPrefix(name) }, "\(role): \(name) in \(lines)")
      }
    }
    _ = try await pair.takeOver()
    let lines = try await pair.second.console("metrics").succeeded().result.output
    #expect(lines.contains { $0.hasPrefix("payport_ledger_role{role=\"writer\"} 1") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("payport_ledger_takeovers_seen 1") }, "\(lines)")
    try await pair.end()
  }

  @Test(.timeLimit(.minutes(15))) func theDaysOfLimitsAreThoseOfTheFirst() async throws {
    let pair = try await Pair(zones: ("Europe/Berlin", "America/New_York"))
    let process = try await pair.takeOver()
    let stored = try PostgresConnection(pair.address).run("SELECT value FROM settings WHERE key = 'time_zone'")
    #expect(try stored.value(0, 0) == .text("Europe/Berlin"))
    #expect(!process.lines(.error).contains { $0.contains("time zone") })
    // One that says so in its configuration is believed, with a warning.
    let yaml = try String(contentsOfFile: pair.first.configuration, encoding: .utf8)
    try pair.first.configure(yaml + "time_zone: Asia/Tokyo\n")
    let third = try pair.first.launch()
    _ = try await third.line(containing: Self.waits, on: .error)
    #expect(try await pair.second.terminate() == .code(0))
    _ = try await third.line(containing: "midnights of another time zone", on: .error)
    #expect(try await pair.first.terminate() == .code(0))
  }

  /// A key of the provider and a place in the database are not enough: the owner's word is needed, and can be taken back.
  @Test(.timeLimit(.minutes(15))) func whatStandsByPassesNothingOnBeforeTheOwnerAdmitsIt() async throws {
    let pair = try await Pair(admitted: false)
    let process = try #require(pair.second.process)
    let told = try await process.line(containing: "payd daemons add second ", on: .error)
    #expect(told.contains("not admitted"))
    #expect(
      try await pair.second.console("status", "--json").result.output.joined().contains("not admitted to the ledger"))
    try await pair.admit()
    _ = try await eventually("the status is passed on") {
      try await pair.second.console("status").status == 0 ? true : nil
    }
    let listed = try await pair.first.owner("daemons")["daemons"]?.arrayValue ?? []
    #expect(listed.map { $0.text("name") } == ["first", "second"])
    #expect(listed.allSatisfy { $0["present"] == true })
    try await pair.second.terminate()
    #expect(try await pair.first.terminate() == .code(0))
  }

  /// Who holds the machine that stands by does not speak for the owner, unless the owner wants that.
  @Test(.timeLimit(.minutes(15))) func theOwnerIsAnsweredAtTheOneThatWrites() async throws {
    let pair = try await Pair()
    _ = try await eventually("the status is passed on") {
      try await pair.second.console("status").status == 0 ? true : nil
    }
    for command in [["questions"], ["lock"], ["apps"], ["daemons"], ["audit"]] {
      let refused = try await pair.second.console(command + ["--json"])
      #expect(refused.status == 77 && "\(refused)".contains("owner_questions: forwarded"), "\(refused)")
    }
    let yaml = try String(contentsOfFile: pair.first.configuration, encoding: .utf8)
    try pair.first.configure(yaml + "\nowner_questions: forwarded\n")
    try await pair.first.owner("reload")
    try await pair.second.owner("lock")
    try await pair.first.owner("unlock")
    let entries = try await pair.first.owner("audit")["entries"]?.arrayValue ?? []
    func way(_ kind: String) -> String? { entries.first { $0.text("kind") == kind }?["detail"]?.text("via") }
    #expect(way("wallet.locked") == "standby second")
    #expect(way("wallet.unlocked") == "socket")
    try await pair.first.owner("daemons", "revoke", "second")
    _ = try await eventually("it is cut off") {
      "\(try await pair.second.console("status", "--json"))".contains("not admitted") ? true : nil
    }
    // It does not write either, when the one that writes ends.
    let process = try #require(pair.second.process)
    #expect(try await pair.first.terminate() == .code(0))
    #expect(try await process.exit() == .code(77))
    #expect(process.lines(.error).contains { $0.contains("sent this daemon away") })
  }
}
