import JSON
import TestSupport
import Testing

/// A wallet with one coin on a real daemon of the network. It gets more payments than it can make at a time; they wait
/// and are made later.
@Suite(.serialized) struct BusyCoinsTests {
  private static func yaml(_ litecoin: LitecoinRegtest) -> String {
    litecoin.configuration(
      wallet: "shop", times: "poll: 1s, follow: 500ms, retry: 200ms", confirmations: 1,
      more: "limits: {ask: above 5, per_period: 1000}")
  }

  /// Runs a test with an app that may pay from a wallet with one coin of 20, and with an address to pay to.
  private static func with(
    _ body: (_ litecoin: LitecoinRegtest, _ app: Client, _ address: String) async throws -> Void
  ) async throws {
    try await LitecoinRegtest.with { litecoin in
      let coin = try await litecoin.newAddress("shop")
      try await litecoin.rpc("sendtoaddress", [.string(coin), "20"], wallet: "payer")
      try await litecoin.mine()
      try await Daemon.with(yaml(litecoin)) { payd in
        let app = try Client(payd.runtime)
        try await app.pair(with: payd, scopes: "receive,pay,balance")
        try await body(litecoin, app, try await litecoin.newAddress("payer"))
      }
    }
  }

  private func order(_ app: Client, _ address: String, _ amount: String) async throws -> String {
    try await app.ask("pay", "LTC", address, amount)["payment_order"]?.text("order_id") ?? ""
  }

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func sixOrdersOfOneCoinAtOnce()
    async throws
  {
    try await Self.with { litecoin, app, address in
      let ids = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<6 { group.addTask { try await self.order(app, address, "1") } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for id in ids { try await app.order(id, is: "in_flight") }
      try await litecoin.mine()
      for id in ids { try await app.order(id, is: "succeeded") }
      let sent = try await litecoin.rpc("listtransactions", ["*", 100], wallet: "shop").arrayValue ?? []
      #expect(sent.count { $0.text("category") == "send" && $0.text("address") == address } == 6)
    }
  }

  /// The network accepts 25 waiting transactions that build on each other. Further payments wait for a block and report
  /// that.
  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func moreInARowThanTheNetworkLetsWait()
    async throws
  {
    try await Self.with { litecoin, app, address in
      var ids: [String] = []
      for _ in 0..<28 { ids.append(try await order(app, address, "0.1")) }
      for id in ids.prefix(25) { try await app.order(id, is: "in_flight") }
      for id in ids.suffix(3) {
        _ = try await eventually("it waits for coins") {
          let order = try await app.ask("order-status", id)["payment_order"] ?? .null
          return order.text("state") == "approved" && order.text("waiting_for") == "coins" ? true : nil
        }
      }
      try await litecoin.mine()
      for id in ids.suffix(3) { try await app.order(id, is: "in_flight") }
      try await litecoin.mine()
      for id in ids { try await app.order(id, is: "succeeded") }
      let sent = try await litecoin.rpc("listtransactions", ["*", 100], wallet: "shop").arrayValue ?? []
      #expect(sent.count { $0.text("category") == "send" && $0.text("address") == address } == 28)
    }
  }
}
