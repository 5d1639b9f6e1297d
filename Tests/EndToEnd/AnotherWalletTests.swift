import JSON
import MockWallet
import TestSupport
import Testing

/// payd pays only from the wallet that its ledger knows. An empty wallet of the same name, or another one, must not look
/// like one that has sent nothing.
@Suite(.serialized) struct AnotherWalletTests {
  private let stranger = MockAddress.example(currency: "LTC")

  private static func with(
    _ body: (_ daemon: Daemon, _ app: Client, _ use: (_ wallet: String) throws -> Void) async throws -> Void
  ) async throws {
    let network = try ScratchFolder()
    try await withPairedApp(Configurations.mock(network: network)) { daemon, app in
      try await body(daemon, app) { try daemon.configure(Configurations.mock(network: network, wallet: $0)) }
    }
  }

  private static func trouble(_ daemon: Daemon) async throws -> JSONValue {
    let status = try await daemon.owner("status")
    return status["currencies"]?.arrayValue?.first { $0.text("code") == "LTC" }?["trouble"] ?? .null
  }

  @Test func anotherWalletFirstDoesNotMakeTheRightOneForgotten() async throws {
    try await Self.with { daemon, app, use in
      let invoice = try await app.ask("invoice", "LTC", "1")["invoice"] ?? .null
      let asked = try await app.ask("pay", "LTC", stranger, "5")["payment_order"]?.text("order_id") ?? ""
      try await daemon.terminate()
      let backup = try await Backup(of: daemon)
      try await daemon.start()
      try await daemon.owner("approve", asked)
      let paid = try await app.order(asked, is: "in_flight").text("transaction_id")
      try await daemon.mock("mine", "1")
      try await daemon.mock("receive", invoice.text("address"), "1")
      try await daemon.mock("mine", "6")
      try await daemon.terminate()
      try await backup.restore()

      // Another wallet answers first, for many blocks.
      try use("another")
      try await daemon.start()
      let trouble = try await eventually("it is told") {
        let trouble = try await Self.trouble(daemon)
        return trouble.text("problem") == "another" ? trouble : nil
      }
      #expect(trouble.text("reason") == "no_wallet")
      let words = try await daemon.console("status").succeeded().result.output.joined(separator: " ")
      #expect(words.contains("payd sends accept"), "\(words)")
      #expect(try await daemon.owner("sends")["not_recognised"]?.arrayValue?.map(\.stringValue) == ["LTC", "XMR"])
      #expect(try await daemon.console("approve", asked).status != 0)
      try await app.refused("invoice", "LTC", "1", reason: "wallet_unavailable", status: 69)
      try await daemon.mock("mine", "30")
      #expect(try await daemon.broadcasts("LTC").count == 1, "nothing is paid from it")
      try await daemon.terminate()

      // The right one is there again, and its sends and receipts are as new as they were.
      try use("wallet")
      try await daemon.start()
      _ = try await eventually("payd stops paying, and asks") {
        let sends = try await daemon.owner("sends")["sends"]?.arrayValue ?? []
        return sends.map { $0.text("id") } == [paid] ? true : nil
      }
      _ = try await eventually("the invoice is paid") {
        let state = try await app.ask("invoice-status", invoice.text("invoice_id"))["invoice"]?.text("state")
        return state == "settled" ? true : nil
      }
      try await daemon.owner("sends", "settle", paid, asked)
      #expect(try await app.order(asked, is: "succeeded").text("transaction_id") == paid)
      #expect(try await daemon.broadcasts("LTC").count == 1)
      #expect(try await Self.trouble(daemon) == .null)
    }
  }

  @Test func aWalletThatWasReplacedOnPurposeIsAccepted() async throws {
    try await Self.with { daemon, app, use in
      let first = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"]?.text("order_id") ?? ""
      try await app.order(first, is: "in_flight")
      try await daemon.mock("mine", "6")
      try await app.order(first, is: "succeeded")
      #expect(try await daemon.console("sends", "accept", "LTC").status == 65, "it is the one that payd knows")
      try await daemon.terminate()
      try use("another")
      try await daemon.start()
      let next = try await app.ask("pay", "LTC", stranger, "0.06")["payment_order"]?.text("order_id") ?? ""
      _ = try await eventually("it is told") { try await Self.trouble(daemon) == .null ? nil : true }
      let waiting = try await app.ask("order-status", next)["payment_order"] ?? .null
      #expect(waiting["transaction_id"] == nil, "it waits")
      try await daemon.owner("sends", "accept", "LTC")
      try await app.order(next, is: "in_flight")
      #expect(try await Self.trouble(daemon) == .null)
      #expect(try await daemon.owner("audit").text().contains("wallet.accepted"))
      // The former wallet is another one from now on.
      try await daemon.terminate()
      try use("wallet")
      try await daemon.start()
      _ = try await eventually("it is told") { try await Self.trouble(daemon) == .null ? nil : true }
    }
  }
}
