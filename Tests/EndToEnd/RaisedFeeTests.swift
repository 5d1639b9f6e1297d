import JSON
import TestSupport
import Testing

/// The owner raises the fee of a payment in the wallet's own program. The order still stands for that payment.
@Suite(.serialized) struct RaisedFeeTests {
  private static func yaml(_ litecoin: LitecoinRegtest) -> String {
    litecoin.configuration(times: "poll: 1s, follow: 200ms, retry: 200ms")
  }

  private static func with(
    _ body: (_ litecoin: LitecoinRegtest, _ payd: Daemon, _ app: Client) async throws -> Void
  ) async throws {
    try await LitecoinRegtest.with { litecoin in
      try await Daemon.with(yaml(litecoin)) { payd in
        let app = try Client(payd.runtime)
        try await app.pair(with: payd, scopes: "receive,pay,balance,prove,statement")
        try await body(litecoin, payd, app)
      }
    }
  }

  /// Makes an order that the network has; returns it with the address that it pays.
  private func paid(_ litecoin: LitecoinRegtest, _ payd: Daemon, _ app: Client) async throws -> (JSONValue, String) {
    let address = try await litecoin.newAddress("shop")
    let id = try await app.ask("pay", "LTC", address, "0.25")["payment_order"]?.text("order_id") ?? ""
    try await payd.owner("approve", id)
    return (try await app.order(id, is: "in_flight"), address)
  }

  private func raise(_ litecoin: LitecoinRegtest, _ transaction: String) async throws -> String {
    try await litecoin.rpc("bumpfee", [.string(transaction)], wallet: "payer").text("txid")
  }

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"), arguments: [1, 2])
  func theOrderIsPaidByTheDearerTransaction(times: Int) async throws {
    try await Self.with { litecoin, payd, app in
      let (order, address) = try await paid(litecoin, payd, app)
      let id = order.text("order_id")
      var transaction = order.text("transaction_id")
      for _ in 0..<times {
        transaction = try await raise(litecoin, transaction)
        _ = try await eventually("the order tells the new transaction") {
          try await app.ask("order-status", id)["payment_order"]?.text("transaction_id") == transaction ? true : nil
        }
      }
      try await litecoin.mine(2)
      let end = try await app.order(id, is: "succeeded")
      let sent = try await litecoin.rpc("gettransaction", [.string(transaction)], wallet: "payer")
      #expect("-" + end.text("fee") == sent["fee"]?.numberValue?.text.trimmedZeros, "what was really paid")
      #expect(end.text("transaction_id") == transaction && end.text("fee") != order.text("fee"))
      // According to the network there is one payment.
      let all = try await litecoin.rpc("listreceivedbyaddress", [1, false, false, .string(address)], wallet: "shop")
      let received = all[0] ?? .null
      #expect(received["txids"]?.arrayValue?.count == 1 && received["amount"]?.numberValue?.text == "0.25000000")
      let audit = try await payd.owner("audit").text()
      #expect(audit.contains("order.replaced") && audit.contains(transaction))
      let proof = try await app.ask("prove", "payment", id, "--message", "m")
      #expect(proof.text("transaction_id") == transaction)
      let period = ["--from", "2020-01-01", "--to", "2100-01-01"]
      let statement = try await app.run(["statement", "--format", "json"] + period).succeeded().json.text()
      #expect(statement.contains(transaction) && !statement.contains(order.text("transaction_id")))
    }
  }

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
  func raisedAndConfirmedWhileTheProviderIsDown() async throws {
    try await Self.with { litecoin, payd, app in
      let (order, _) = try await paid(litecoin, payd, app)
      #expect(try await payd.terminate() == .code(0))
      let first = try await raise(litecoin, order.text("transaction_id"))
      let second = try await raise(litecoin, first)
      try await litecoin.mine(7)
      try await payd.start()
      let end = try await app.order(order.text("order_id"), is: "succeeded")
      #expect(end.text("transaction_id") == second)
    }
  }
}

extension String {
  fileprivate var trimmedZeros: String {
    guard contains(".") else { return self }
    var text = self
    while text.hasSuffix("0") { text.removeLast() }
    return text
  }
}
