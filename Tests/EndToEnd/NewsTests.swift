import JSON
import MockWallet
import TestSupport
import Testing

/// Payments and blocks reach the provider by news alone: whatever is not told is asked for after an hour.
@Suite(.serialized) struct NewsTests {
  private static let times = "poll: 1h, net: 1h, follow: 100ms"

  /// Pays an invoice from outside, and an order to somebody outside; both are followed to their last confirmation.
  private func payAndBePaid(
    _ app: Client, currency: String, to recipient: String, receive: (_ address: String) async throws -> Void,
    mine: () async throws -> Void
  ) async throws {
    let invoice = try await app.ask("invoice", currency, "0.25")["invoice"] ?? .null
    try await receive(invoice.text("address"))
    let id = invoice.text("invoice_id")
    _ = try await app.invoice(id, "seen") { $0.text("payment") == "paid" }
    try await mine()
    _ = try await app.invoice(id, "settled") { $0.text("state") == "settled" }
    let order = try await app.ask("pay", currency, recipient, "0.05")["payment_order"]?.text("order_id") ?? ""
    try await app.order(order, is: "in_flight")
    try await mine()
    try await app.order(order, is: "succeeded")
  }

  @Test func theMockWalletTellsByItself() async throws {
    let yaml = """
      name: test
      times: {\(Self.times)}
      wallets: [{type: mock, currencies: [LTC], limits: {LTC: {ask: above 0.1, per_period: 1000}}}]
      """
    try await withPairedApp(yaml, scopes: "receive,pay") { daemon, app in
      try await payAndBePaid(app, currency: "LTC", to: MockAddress.example(currency: "LTC")) { address in
        try await daemon.mock("receive", address, "0.25")
      } mine: {
        try await daemon.mock("mine", "6")
      }
    }
  }

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
  func litecoindTellsOfPaymentsByItsHookAndOfBlocks() async throws {
    try await LitecoinRegtest.with { litecoin in
      let yaml = litecoin.configuration(
        wallet: "shop", times: Self.times, more: "limits: {ask: above 0.1, per_period: 1000}")
      try await Daemon.with(yaml) { daemon in
        try await litecoin.stop()
        let hook = try ([BuiltPrograms.path("payd"), "notify", "LTC"] + daemon.folders).joined(separator: " ")
        try await litecoin.start(more: ["-walletnotify=\(hook)"])
        _ = try await eventually("payments of before are loaded") {
          try await litecoin.rpc("getmempoolinfo")["loaded"] == true ? true : nil
        }
        try await daemon.console("notify", "LTC").succeeded()
        let app = try Client(daemon.runtime)
        try await app.pair(with: daemon, scopes: "receive,pay")
        _ = try await eventually("the wallet is ready again") {
          try await app.ask("currencies")["currencies"]?[0]?.text("ready") == "ready" ? true : nil
        }
        let recipient = try await litecoin.newAddress("payer")
        try await payAndBePaid(app, currency: "LTC", to: recipient) { address in
          try await litecoin.rpc("sendtoaddress", [.string(address), "0.25"], wallet: "payer")
        } mine: {
          try await litecoin.mine(2)
        }
      }
    }
  }

  /// While nothing happens, only the glances go on.
  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
  func aPaymentIsNotAskedForBetweenBlocks() async throws {
    try await LitecoinRegtest.with { litecoin in
      let proxy = try LitecoinProxy(litecoin)
      let yaml = litecoin.configuration(
        times: "poll: 50ms, net: 1h, follow: 50ms", url: proxy.url, more: "limits: {ask: above 1, per_period: 1000}")
      func glances() async throws {
        let begin = proxy.count("getblockchaininfo")
        _ = try await eventually("glances") { proxy.count("getblockchaininfo") >= begin + 20 ? true : nil }
      }
      func expectRest() async throws {
        // The changes of before have been looked at by then.
        try await glances()
        let looks = ["gettransaction", "getmempoolentry", "listsinceblock"]
        let before = looks.map { proxy.count($0) }
        try await glances()
        #expect(looks.map { proxy.count($0) } == before)
      }
      try await withPairedApp(yaml, scopes: "pay") { _, app in
        let recipient = try await litecoin.newAddress("shop")
        let order = try await app.ask("pay", "LTC", recipient, "0.05")["payment_order"]?.text("order_id") ?? ""
        try await app.order(order, is: "in_flight")
        try await expectRest()
        try await litecoin.mine()
        _ = try await eventually("it is in a block") {
          try await app.ask("order-status", order)["payment_order"]?["confirmations"] == 1 ? true : nil
        }
        try await expectRest()
        try await litecoin.mine()
        try await app.order(order, is: "succeeded")
        try await expectRest()
      }
    }
  }

  @Test(.enabled(if: MoneroRegtest.isInstalled, "Monero is not installed"))
  func monerodTellsOfBlocksByZeroMQ() async throws {
    try await MoneroRegtest.with { network in
      let yaml = network.configuration(.shop, times: Self.times, more: "zmq: \(network.publisher)")
      try await withPairedApp(yaml, scopes: "receive") { _, app in
        let invoice = try await app.ask("invoice", "XMR", "0.25")["invoice"] ?? .null
        let destination: JSONValue = ["amount": 250_000_000_000, "address": .string(invoice.text("address"))]
        try await network.rpc("transfer", ["destinations": [destination], "account_index": 0], wallet: .payer)
        // A daemon without peers publishes no payment that waits for a block, because it has sent it to nobody.
        try await network.mine(2)
        _ = try await app.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
      }
    }
  }

  @Test func notifyNeedsACurrencyOfARunningProvider() async throws {
    let daemon = try Daemon(Configurations.mock())
    try await daemon.start()
    #expect(try await daemon.console("notify", "LTC").succeeded().result.output.isEmpty)
    let unknown = try await daemon.console("notify", "BTC")
    #expect(unknown.status == 64 && unknown.remarks.contains("payd: there is no wallet for BTC; see: payd status"))
    try await daemon.terminate()
    #expect(try await daemon.console("notify", "LTC").status == 69)
  }
}
