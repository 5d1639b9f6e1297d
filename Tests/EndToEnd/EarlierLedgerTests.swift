import Foundation
import JSON
import MockWallet
import Platform
import TestSupport
import Testing

/// The ledger of each released version, as its payd left it with a payment in flight, in `Tests/Fixtures/VERSION`:
/// `ledger.sqlite`, the network of its made-up money, and the key of its provider.
///
/// `make fixture` writes that of the present version. Until that version is released it is written again whenever the
/// schema changes; from then on it is never changed, and each later version has to open it.
@Suite(.serialized, .ledgerInFile("the ledgers of earlier versions are files")) struct EarlierLedgerTests {
  static let versions = ["0.9.0"]
  private static let isToBeMade = ProcessInfo.processInfo.environment["PAYPORT_MAKE_FIXTURE"] != nil

  private static func configuration(_ folder: String) -> String {
    """
    name: test
    times: {poll: 100ms, follow: 100ms, retry: 100ms}
    wallets:
      - type: mock
        currencies: [LTC, XMR]
        balance: 100
        block_seconds: 0
        network: \(folder)/network
        limits: {LTC: {ask: above 0.1, per_period: 1000}}
    """
  }

  private static func folder(_ version: String) -> String {
    ForeignConsumer.packageRoot + "/Tests/Fixtures/" + version
  }

  @Test(arguments: versions) func aPaymentInFlightEndsOnceUnderThisVersion(_ version: String) async throws {
    let daemon = try Daemon("")
    try daemon.configure(Self.configuration(daemon.folder.path))
    mkdir(daemon.state, 0o700)
    mkdir(daemon.state + "/ledger", 0o700)
    for (file, place) in [
      ("ledger.sqlite", daemon.state + "/ledger/ledger.sqlite"), ("identity.json", daemon.state + "/identity.json"),
      ("network", daemon.folder.path + "/network"),
    ] {
      try FileManager.default.copyItem(atPath: Self.folder(version) + "/" + file, toPath: place)
      chmod(place, 0o600)
    }
    do {
      try await daemon.start()
    } catch {
      await daemon.kill()
      Issue.record(
        """
        payd does not open the ledger of \(version): \(error)
        If \(version) is not released yet, its schema may change: run make fixture. If it is, LedgerSchema.sql must stay \
        as it was, and LedgerMigrations gets another step.
        """)
      return
    }
    let inFlight = { try await daemon.owner("status")["payments_in_flight"]?.integerValue(as: Int.self) }
    #expect(try await inFlight() == 1)
    let broadcasts = try await daemon.broadcasts("LTC").count
    #expect(broadcasts == 2, "one that had succeeded, and the one in flight")
    #expect(try await daemon.console("audit", "verify").status == 0)
    #expect(try await daemon.owner("pin", "status")["set"]?.boolValue == true)
    #expect(try await daemon.owner("apps")["apps"]?.arrayValue?.count == 1)
    try await daemon.mock("mine", "6")
    _ = try await eventually("the payment has ended") { try await inFlight() == 0 ? true : nil }
    await daemon.kill()
    // It is the same after another start.
    try await daemon.start()
    #expect(try await inFlight() == 0)
    #expect(try await daemon.broadcasts("LTC").count == broadcasts)
    #expect(try await daemon.owner("sends")["sends"]?.arrayValue?.isEmpty == true)
    #expect(try await daemon.console("audit", "verify").status == 0)
    #expect(try await daemon.terminate() == .code(0))
  }

  @Test(.enabled(if: isToBeMade, "only make fixture writes it")) func theLedgerOfThisVersion() async throws {
    let version = try #require(Self.versions.last)
    let daemon = try Daemon("")
    try daemon.configure(Self.configuration(daemon.folder.path))
    try await daemon.start()
    let app = try Client(daemon.runtime)
    try await app.pair(with: daemon)
    // Something in each table: what the owner decides, what arrives, what was paid, and what is in flight.
    try await daemon.console("rename", "payport.payctl", "Till").succeeded()
    try await daemon.console("limit", "payport.payctl", "XMR", "--per", "day", "1", "--ask", "above", "0.1").succeeded()
    try await daemon.console("limit", "payport.payctl", "LTC", "--per", "day", "1", "--ask", "above", "0.9").succeeded()
    try await daemon.console("quota", "payport.payctl", "--open-invoices", "150").succeeded()
    try await daemon.console(
      "grant", "payport.payctl", "receive,pay", "--currencies", "LTC,XMR", "--expires", "2126-01-01"
    )
    .succeeded()
    let invoice = try await app.ask("invoice", "LTC", "0.25", "--description", "for chairs")["invoice"] ?? .null
    try await daemon.mock("receive", invoice.text("address"), "0.25")
    try await app.ask("new-address", "XMR", "--label", "tips")
    let stranger = MockAddress.example(currency: "LTC")
    let paid = try await app.ask("pay", "LTC", stranger, "0.85")["payment_order"]?.text("order_id") ?? ""
    try await app.order(paid, is: "in_flight")
    try await daemon.mock("mine", "6")
    try await app.order(paid, is: "succeeded")
    _ = try await app.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
    _ = try await app.events(count: 3)
    try await daemon.console("deny", try await Self.question(daemon, app)).succeeded()
    let flying = try await app.ask("pay", "LTC", stranger, "0.02")["payment_order"]?.text("order_id") ?? ""
    try await app.order(flying, is: "in_flight")
    let pin = try daemon.file("pin", "258025\n")
    chmod(pin, 0o600)
    try await daemon.console("pin", "set", "--new-pin-file", pin).succeeded()
    let file = daemon.folder.path + "/backup.tar"
    try await daemon.console("backup", file, "--unsealed").succeeded()
    await daemon.kill()

    let target = Self.folder(version)
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for name in ["ledger.sqlite", "identity.json"] {
      _ = try await ChildProcess.run("/bin/tar", ["-xf", file, "-C", target, "./" + name])
    }
    try? FileManager.default.removeItem(atPath: target + "/network")
    try FileManager.default.copyItem(atPath: daemon.folder.path + "/network", toPath: target + "/network")
  }

  private static func question(_ daemon: Daemon, _ app: Client) async throws -> String {
    let address = MockAddress.example(currency: "XMR")
    return try await app.ask("pay", "XMR", address, "0.5")["payment_order"]?.text("order_id") ?? ""
  }
}
