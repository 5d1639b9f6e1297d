import JSON
import MockWallet
import TestSupport
import Testing

/// Several wallets in one daemon. A wallet that hangs, is down or is locked does not affect the others.
@Suite(.serialized) struct SeveralWalletsTests {
  private let stranger = MockAddress.example(currency: "XMR")

  private static let mock = """
      - type: mock
        currencies: [XMR]
        balance: 100
        limits: {XMR: {ask: above 1, per_period: 1000}}
    """

  private static func yaml(_ wallets: String...) -> String {
    """
    name: test
    times: {poll: 1s}
    wallets:
    \(wallets.joined(separator: "\n"))
    """
  }

  /// Returns the configuration of a wallet whose calls time out after ten minutes, which is longer than any test.
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

  /// Pays an invoice and makes a payment with the mock wallet.
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
    // When the daemon ends, no hanging call is left over; `with` checks how it ends.
    try await withPairedApp(Self.yaml(Self.mock, Self.wallet("LTC", silent.url), Self.wallet("BTC", gone.url))) {
      daemon, app in
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

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
  func oneHangsInAPaymentAndIsLockedLater() async throws {
    try await LitecoinRegtest.with { litecoin in
      let silent = try ScriptedServer { _ in [.hang] }
      let real = Self.wallet(
        "LTC", litecoin.url, user: litecoin.user, password: litecoin.password, name: "payer")
      try await withPairedApp(Self.yaml(Self.mock, real, Self.wallet("BTC", silent.url))) { daemon, app in
        try await readiness(daemon, app, are: ["XMR": "ready", "LTC": "ready", "BTC": "unavailable"])
        let address = try await litecoin.newAddress("shop")
        let id = try await app.ask("pay", "litecoin:\(address)?amount=0.5")["payment_order"]?.text("order_id") ?? ""
        try await litecoin.pause(true)
        try await daemon.owner("approve", id)
        try await readiness(daemon, app, are: ["XMR": "ready", "LTC": "unavailable", "BTC": "unavailable"])
        try await trade(daemon, app)
        #expect(try await app.ask("order-status", id)["payment_order"]?.text("state") == "approved")
        // A poll of the wallet waits behind the hanging payment. The end of the daemon waits for neither.
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

  @Test(.enabled(if: LitecoinRegtest.isInstalled && MoneroRegtest.isInstalled)) func moneroAndLitecoin() async throws {
    try await LitecoinRegtest.with { litecoin in
      try await MoneroRegtest.with { monero in
        let yaml = Self.yaml(
          Self.wallet("LTC", litecoin.url, user: litecoin.user, password: litecoin.password, name: "payer"),
          """
            - type: monero
              url: \(monero.url(.payer))
              daemon: \(monero.daemonURL)
              user: \(monero.user)
              password: \(monero.password)
              network: regtest
              timeout_seconds: 600
          """)
        try await withPairedApp(yaml) { daemon, app in
          try await readiness(daemon, app, are: ["LTC": "ready", "XMR": "ready"])
          let uris = [
            "litecoin:\(try await litecoin.newAddress("shop"))?amount=0.5",
            "monero:\(try await monero.newAddress(.shop))?tx_amount=0.55",
          ]
          var orders: [String] = []
          for uri in uris {
            let id = try await app.ask("pay", uri)["payment_order"]?.text("order_id") ?? ""
            try await daemon.owner("approve", id)
            orders.append(id)
          }
          for id in orders { try await app.order(id, is: "in_flight", within: .seconds(40)) }
          try await litecoin.mine(2)
          try await monero.mine(10)
          for id in orders { try await app.order(id, is: "succeeded", within: .seconds(40)) }

          try await monero.pause(.payer, true)
          try await readiness(daemon, app, are: ["LTC": "ready", "XMR": "unavailable"])
          let invoice = try await app.ask("invoice", "LTC", "0.25")["invoice"] ?? .null
          let address = JSONValue.string(invoice.text("address"))
          try await litecoin.rpc("sendtoaddress", [address, "0.25"], wallet: "shop")
          try await litecoin.mine(2)
          _ = try await app.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
          #expect(try await daemon.terminate() == .code(0))
          try await daemon.start()
          try await readiness(daemon, app, are: ["LTC": "ready", "XMR": "unavailable"])
          try await monero.pause(.payer, false)
          await litecoin.kill()
          try await readiness(daemon, app, are: ["LTC": "unavailable", "XMR": "ready"])
          let asked = try await app.ask("invoice", "XMR", "0.125")["invoice"] ?? .null
          #expect(asked.text("uri") == "monero:\(asked.text("address"))?tx_amount=0.125")
        }
      }
    }
  }
}
