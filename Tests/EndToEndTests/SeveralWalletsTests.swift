import JSON
import MockWallet
import TestSupport
import Testing

/// Several wallets in one daemon: one that hangs, is down or is locked is that alone.
@Suite(.serialized) struct SeveralWalletsTests {
  private let stranger = MockAddress.example(currency: "XMR")

  /// A mock wallet for XMR, and wallets of the Bitcoin family, none of which gives up a call for ten minutes: whoever
  /// waited for one would wait longer than any test does.
  private static func yaml(_ wallets: String...) -> String {
    """
    name: test
    times: {poll: 1s}
    wallets:
      - type: mock
        currencies: [XMR]
        balance: 100
        limits: {XMR: {ask: above 1, per_period: 1000}}
    """ + wallets.map { "\n" + $0 }.joined()
  }

  private static func wallet(
    _ currency: String, _ url: String, user: String = "u", password: String = "p", name: String = ""
  ) -> String {
    """
      - type: bitcoin
        currency: \(currency)
        url: \(url)
        wallet: \(name)
        user: \(user)
        password: \(password)
        chain: regtest
        confirmations: 2
        timeout_seconds: 600
    """
  }

  private func readiness(_ daemon: Daemon, _ app: Client, are wanted: [String: String]) async throws {
    func states(_ value: JSONValue) -> [String: String] {
      Dictionary(
        (value["currencies"]?.arrayValue ?? []).map { ($0.text("code"), $0.text("ready")) }
      ) { $1 }
    }
    var last: [String: String] = [:]
    do {
      _ = try await eventually("the wallets are \(wanted)") {
        last = states(try await app.ask("currencies"))
        return last == wanted ? true : nil
      }
    } catch is DeadlineError {
      throw DeadlineError(what: "the wallets are \(wanted); they are \(last)")
    }
    _ = try await eventually("the owner sees the same") {
      states(try await daemon.owner("status")) == wanted ? true : nil
    }
  }

  /// An invoice is paid and a payment is made with the mock wallet.
  private func trade(_ daemon: Daemon, _ app: Client) async throws {
    let invoice = try await app.ask("invoice", "XMR", "0.5")["invoice"] ?? .null
    #expect(invoice.text("uri") == "monero:\(invoice.text("address"))?tx_amount=0.5")
    try await daemon.mock("receive", invoice.text("address"), "0.5")
    let order = try await app.ask("pay", "monero:\(stranger)?tx_amount=0.05")["payment_order"] ?? .null
    try await app.order(order.text("order_id"), is: "in_flight")
    try await daemon.mock("mine", "10")
    try await app.order(order.text("order_id"), is: "succeeded")
    _ = try await app.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
  }

  @Test func oneNeverAnswersAndOneIsDownFromTheStart() async throws {
    let silent = try ScriptedServer { _ in [.hang] }
    let gone = try ScriptedServer { _ in [.close] }
    gone.stop()
    // Of calls that hang nothing is left over when the daemon ends: the end is checked by `with`.
    try await withPairedApp(Self.yaml(Self.wallet("LTC", silent.url), Self.wallet("BTC", gone.url))) { daemon, app in
      await silent.untilHanging()
      try await readiness(daemon, app, are: ["XMR": "ready", "LTC": "unavailable", "BTC": "unavailable"])
      let waiting = try [["new-address", "LTC"], ["invoice", "LTC", "1"], ["balance", "LTC"]].map(app.launch)
      _ = try await eventually("they are connected") { try await daemon.owner("status")["sessions"] == 3 ? true : nil }
      try await trade(daemon, app)
      try await app.refused("new-address", "BTC", reason: "wallet_unavailable", status: 69)
      for call in waiting { #expect(call.isRunning) }
      #expect(try await daemon.terminate() == .code(0))
      try await daemon.start()
      await silent.untilHanging()
      try await readiness(daemon, app, are: ["XMR": "ready", "LTC": "unavailable", "BTC": "unavailable"])
      for call in waiting { try await call.interrupt() }
    }
  }

  @Test(.enabled(if: LitecoinRegtest.isInstalled)) func oneHangsInAPaymentAndIsLockedLater() async throws {
    try await LitecoinRegtest.with { litecoin in
      let silent = try ScriptedServer { _ in [.hang] }
      let real = Self.wallet(
        "LTC", litecoin.url, user: litecoin.user, password: litecoin.password, name: "payer")
      try await withPairedApp(Self.yaml(real, Self.wallet("BTC", silent.url))) { daemon, app in
        try await readiness(daemon, app, are: ["XMR": "ready", "LTC": "ready", "BTC": "unavailable"])
        let address = try await litecoin.newAddress("shop")
        let id = try await app.ask("pay", "litecoin:\(address)?amount=0.5")["payment_order"]?.text("order_id") ?? ""
        try await litecoin.pause(true)
        try await daemon.owner("approve", id)
        try await readiness(daemon, app, are: ["XMR": "ready", "LTC": "unavailable", "BTC": "unavailable"])
        try await trade(daemon, app)
        #expect(try await app.ask("order-status", id)["payment_order"]?.text("state") == "approved")
        // A look at the wallet waits behind the payment that hangs: the end waits for neither.
        #expect(try await daemon.terminate() == .code(0))
        try await daemon.start()
        try await readiness(daemon, app, are: ["XMR": "ready", "LTC": "unavailable", "BTC": "unavailable"])
        try await litecoin.pause(false)
        try await readiness(daemon, app, are: ["XMR": "ready", "LTC": "ready", "BTC": "unavailable"])
        try await app.order(id, is: "in_flight", within: .seconds(40))
        try await litecoin.mine(2)
        try await app.order(id, is: "succeeded")
        let received = try await litecoin.rpc("listtransactions", ["*", 100], wallet: "shop").arrayValue ?? []
        #expect(received.map { $0.text("address") } == [address])

        try await litecoin.rpc("encryptwallet", ["secret"], wallet: "payer")
        try await readiness(daemon, app, are: ["XMR": "ready", "LTC": "locked", "BTC": "unavailable"])
        try await app.ask("new-address", "LTC")
        try await trade(daemon, app)
      }
    }
  }
}
