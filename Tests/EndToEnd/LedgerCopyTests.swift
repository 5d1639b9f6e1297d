import Foundation
import JSON
import MockWallet
import Platform
import PostgreSQL
import TestSupport
import Testing

/// A real payd whose ledger goes into PostgreSQL and back.
@Suite(.serialized, .enabled(if: PostgresForTests.isUsed, "it needs a server: scripts/postgres.sh"))
struct LedgerCopyTests {
  private let stranger = MockAddress.example(currency: "LTC")

  private func pay(_ app: Client, _ request: String) async throws -> String {
    let order = try await app.ask("pay", "LTC", stranger, "0.01", "--request-id", request)["payment_order"] ?? .null
    return order.text("order_id")
  }

  private func note(_ daemon: Daemon) async throws -> String {
    try await daemon.owner("audit", "head", "--config", daemon.configuration).text("note")
  }

  @Test(.timeLimit(.minutes(15))) func everythingGoesOnInPostgreSQLAndInTheFileAgain() async throws {
    let network = try ScratchFolder()
    let daemon = try Daemon(Configurations.mock(network: network), ledgerInFile: true)
    defer { daemon.process?.signal(SIGKILL) }
    let address = try #require(try PostgresForTests.address(of: daemon.folder.path)).uri
    let inDatabase = Configurations.mock(network: network) + "\nledger: \"\(address)\"\n"
    try await daemon.start()
    let app = try Client(daemon.runtime)
    try await app.pair(with: daemon)
    let requests = (0..<3).map { _ in UUID().uuidString.lowercased() }
    let first = try await pay(app, requests[0])
    let running = try await daemon.console("ledger", "copy", "--to", address)
    #expect(running.status == 69 && running.remarks.contains("stop it first"), "\(running)")
    #expect(try await daemon.terminate() == .code(0))

    // Into PostgreSQL.
    let head = try await note(daemon)
    let budget = try await copy(daemon, ["--to", address])
    #expect(budget.text("note") == head)
    let unmoved = try daemon.launch()
    #expect(try await unmoved.exit() == .code(65), "the file is not taken for a new ledger")
    try daemon.configure(inDatabase)
    try await daemon.start()
    #expect(try await pay(app, requests[0]) == first, "an old request makes nothing anew")
    #expect(try await app.ask("order-status", first)["payment_order"]?.text("order_id") == first)
    let second = try await pay(app, requests[1])
    #expect(try await events(app).suffix(1) == [second])
    #expect(try await daemon.broadcasts("LTC").count == 2)
    try await daemon.console("audit", "verify", "--expect", head).succeeded()
    let checked = try await daemon.console("check", "--config", daemon.configuration, "--json")
    let lines = (checked.json["checks"]?.arrayValue ?? []).filter { $0.text("subject").hasPrefix("ledger") }
    #expect(lines.contains { $0.text("text").contains("a payd writes it now") }, "\(checked)")
    #expect(lines.count == 3 && lines.allSatisfy { $0.text("result") == "ok" }, "\(checked)")

    // Backups while it runs and while it does not.
    let backups = ["/running.tar", "/stopped.tar"].map { daemon.folder.path + $0 }
    try await daemon.console("backup", backups[0], "--unsealed").succeeded()
    let used = try await daemon.console("ledger", "copy", "--from", address)
    #expect(used.status == 69, "\(used)")
    #expect(try await daemon.terminate() == .code(0))
    try await daemon.console("audit", "verify", "--config", daemon.configuration, "--expect", head).succeeded()
    try await daemon.console("backup", backups[1], "--config", daemon.configuration, "--unsealed").succeeded()
    let other = try Daemon(inDatabase, runtime: daemon.runtime)
    for backup in backups {
      let restored = try await other.owner("restore", backup, "--replace")
      #expect(restored.text("database").isEmpty == false)
      try await other.console("audit", "verify", "--expect", head).succeeded()
    }

    // Back into the file.
    let end = try await note(daemon)
    let back = try await copy(daemon, ["--from", "configuration", "--config", daemon.configuration])
    #expect(back.text("note") == end)
    let left = try daemon.launch()
    #expect(try await left.exit() == .code(65))
    #expect(left.lines(.error).joined().contains("moved"), "\(left.lines(.error))")
    try daemon.configure(Configurations.mock(network: network))
    try await daemon.start()
    #expect(try await pay(app, requests[1]) == second)
    let third = try await pay(app, requests[2])
    #expect(try await events(app).suffix(1) == [third])
    #expect(try await daemon.broadcasts("LTC").count == 3)
    try await daemon.console("audit", "verify", "--expect", end).succeeded()
    #expect(try await daemon.terminate() == .code(0))
  }

  private func copy(_ daemon: Daemon, _ options: [String]) async throws -> JSONValue {
    try await daemon.console(["ledger", "copy", "--json"] + options).succeeded().json
  }

  /// The orders of the events that the app has been sent, in their order, each once.
  private func events(_ app: Client) async throws -> [String] {
    let newest = try await app.ask("orders", "--limit", "1")["payment_orders"]?[0]?.text("order_id")
    let follower = try app.launch(["events", "--from", "0"])
    let found = try await eventually("the events up to the newest order") {
      let told = try follower.lines(.output).map { try JSONValue(parsing: Array($0.utf8)) }
        .compactMap { $0["payment_order"]?["order_id"]?.stringValue }
      return told.last == newest ? told : nil
    }
    try await follower.interrupt()
    return found
  }
}
