import JSON
import TestSupport
import Testing

/// The same with real wallets. Their record of payments outlives the folder, even if the owner also uses them directly.
@Suite(.serialized) struct RestoredRealWalletTests {
  private static func yaml(_ litecoin: LitecoinRegtest) -> String {
    litecoin.configuration(
      times: "poll: 200ms, follow: 200ms, retry: 200ms",
      more: "timeout_seconds: 3\nlimits: {ask: above 0.1, per_period: 1000}")
  }

  private static func withLitecoin(
    _ body: (_ litecoin: LitecoinRegtest, _ daemon: Daemon, _ app: Client) async throws -> Void
  ) async throws {
    try await LitecoinRegtest.with { litecoin in
      try await withPairedApp(yaml(litecoin), scopes: "receive,pay") { try await body(litecoin, $0, $1) }
    }
  }

  /// Returns the transactions to an address according to the wallet.
  private static func sent(_ litecoin: LitecoinRegtest, to address: String) async throws -> [String] {
    let list = try await litecoin.rpc("listtransactions", ["*", 1000], wallet: "payer").arrayValue ?? []
    return list.filter { $0.text("category") == "send" && $0.text("address") == address }.map { $0.text("txid") }
  }

  private static func held(_ daemon: Daemon) async throws -> [String] {
    (try await daemon.owner("sends")["orders"]?.arrayValue ?? []).map { $0.text("id") }
  }

  private static func sends(_ daemon: Daemon, _ options: String...) async throws -> [String] {
    let answer = try await daemon.console(["sends", "list", "--json"] + options).succeeded().json
    return (answer["sends"]?.arrayValue ?? []).map { $0.text("id") }
  }

  /// Approves an order while the wallet is away.
  private static func approvedInVain(_ app: Client, _ daemon: Daemon, _ order: String) async throws {
    try await daemon.owner("approve", order)
    _ = try await eventually("it waits for the wallet") {
      let state = try await app.ask("order-status", order)["payment_order"] ?? .null
      return state.text("waiting_for") == "wallet" ? true : nil
    }
  }

  /// Runs three rounds: the payment is only in the pool, it is in a block, and the wallet is away when payd starts.
  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func litecoinIsNotPaidAgain()
    async throws
  {
    try await Self.withLitecoin { litecoin, daemon, app in
      for round in 0..<3 {
        let address = try await litecoin.newAddress("shop")
        let order = try await app.ask("pay", "LTC", address, "0.5")["payment_order"]?.text("order_id") ?? ""
        try await litecoin.flush()
        try await litecoin.stop()
        try await Self.approvedInVain(app, daemon, order)
        try await daemon.terminate()
        let backup = try await Backup(of: daemon)
        try await litecoin.start()
        try await daemon.start()
        try await app.order(order, is: "in_flight")
        if round > 0 {
          try await litecoin.mine(2)
          try await app.order(order, is: "succeeded")
        }
        try await daemon.terminate()
        try await backup.restore()
        if round == 2 {
          try await litecoin.flush()
          try await litecoin.stop()
        }
        try await daemon.start()
        if round == 2 {
          // The state of the payment is not known, so the order cannot be cancelled.
          try await app.refused("cancel-order", order, reason: "in_flight", status: 75)
          #expect(try await app.ask("order-status", order)["payment_order"]?.text("state") == "approved")
          try await litecoin.start()
        }
        let held = try await eventually("it waits for the owner") {
          try await Self.held(daemon) == [order] ? try await app.ask("order-status", order)["payment_order"] : nil
        }
        #expect(held.text("state") == "approved" && held.text("waiting_for") == "review")
        let transactions = try await Self.sent(litecoin, to: address)
        #expect(transactions.count == 1)
        #expect(try await Self.sends(daemon) == transactions)
        try await app.refused("pay", "LTC", address, "0.05", reason: "under_review", status: 75)

        try await daemon.owner("sends", "settle", transactions[0], order)
        try await litecoin.mine(2)
        let settled = try await app.order(order, is: "succeeded")
        #expect(settled.text("transaction_id") == transactions[0])
        #expect(try await Self.sent(litecoin, to: address).count == 1)
      }
    }
  }

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
  func aRequestThatTheCopyDoesNotKnowIsNotPaidAgain() async throws {
    try await Self.withLitecoin { litecoin, daemon, app in
      let address = try await litecoin.newAddress("shop")
      // The owner's own label of the address is preserved.
      try await litecoin.rpc("setlabel", [.string(address), "Shop at the corner"], wallet: "payer")
      let before = try await app.ask("pay", "LTC", address, "0.05")["payment_order"]?.text("order_id") ?? ""
      try await app.order(before, is: "in_flight")
      try await daemon.terminate()
      let backup = try await Backup(of: daemon)
      try await daemon.start()
      let request = "0198c0de-0000-4000-8000-000000000002"
      let first = try await app.ask("pay", "LTC", address, "0.05", "--request-id", request)
      let paid = try await app.order(first["payment_order"]?.text("order_id") ?? "", is: "in_flight")
      try await litecoin.mine(2)
      try await daemon.restart(from: backup)
      // The earlier payment to the same address is known.
      try await app.order(before, is: "succeeded")
      try await app.refused(
        "pay", "LTC", address, "0.05", "--request-id", request, reason: "under_review", status: 75)
      #expect(try await Self.sends(daemon) == [paid.text("transaction_id")])
      let info = try await litecoin.rpc("getaddressinfo", [.string(address)], wallet: "payer")
      #expect(info["labels"]?[0]?.stringValue?.hasPrefix("Shop at the corner payport:") == true)

      try await daemon.owner("sends", "settle", "all", "forgotten")
      let again = try await app.ask("pay", "LTC", address, "0.05", "--request-id", request)
      #expect(again["replayed"] == false)
      let order = again["payment_order"]?.text("order_id") ?? ""
      _ = try await eventually("it waits for the owner") { try await Self.held(daemon) == [order] ? true : nil }
      try await daemon.owner("sends", "settle", paid.text("transaction_id"), order)
      #expect(
        try await app.order(order, is: "succeeded").text("transaction_id") == paid.text("transaction_id"))
      #expect(try await Self.sent(litecoin, to: address).count == 2)
    }
  }

  /// An owner who also uses the wallet with other tools is not disturbed. Only a request for exactly such a payment
  /// waits.
  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func whatTheOwnerSendsIsOrdinaryLife()
    async throws
  {
    try await Self.withLitecoin { litecoin, daemon, app in
      let address = try await litecoin.newAddress("shop")
      let first = try await app.ask("pay", "LTC", address, "0.05")["payment_order"]?.text("order_id") ?? ""
      try await app.order(first, is: "in_flight")
      // The owner pays while payd runs, to an address that payd has paid, and also while it does not run.
      try await litecoin.rpc("sendtoaddress", [.string(address), "0.06"], wallet: "payer")
      try await litecoin.mine(1)
      let second = try await app.ask("pay", "LTC", address, "0.05")["payment_order"]?.text("order_id") ?? ""
      try await app.order(second, is: "in_flight")
      try await daemon.terminate()
      let byHand = try await litecoin.rpc("sendtoaddress", [.string(address), "0.07"], wallet: "payer")
      try await litecoin.mine(1)
      try await daemon.start()
      #expect(try await Self.sends(daemon).isEmpty)
      for amount in ["0.05", "0.06"] {
        let order = try await app.ask("pay", "LTC", address, amount)["payment_order"]?.text("order_id") ?? ""
        try await app.order(order, is: "in_flight")
      }
      // For this payment it is not known whether a mark was lost.
      let same = try await app.ask("pay", "LTC", address, "0.07")["payment_order"]?.text("order_id") ?? ""
      _ = try await eventually("it waits for the owner") { try await Self.held(daemon) == [same] ? true : nil }
      #expect(try await Self.sends(daemon) == [byHand.stringValue ?? ""])
      try await daemon.owner("sends", "pay", same)
      try await app.order(same, is: "in_flight")
      #expect(try await Self.sent(litecoin, to: address).count == 7)
    }
  }
}

/// Monero stores its notes in the wallet's own file.
@Suite(.serialized, .enabled(if: MoneroRegtest.isInstalled, "Monero is not installed")) struct RestoredMoneroTests {
  private static func yaml(_ network: MoneroRegtest) -> String {
    network.configuration(
      .payer, times: "poll: 1s, follow: 1s, retry: 1s", login: "password_file: \(network.passwordFile)",
      more: "limits: {ask: above 0.1, per_period: 1000}")
  }

  @Test func moneroIsNotPaidAgain() async throws {
    try await MoneroRegtest.with { network in
      try await withPairedApp(Self.yaml(network), scopes: "receive,pay") { daemon, app in
        let address = try await network.newAddress(.shop)
        let order = try await app.ask("pay", "XMR", address, "0.54")["payment_order"]?.text("order_id") ?? ""
        await network.kill(.payer)
        try await daemon.owner("approve", order)
        _ = try await eventually("it waits for the wallet") {
          let state = try await app.ask("order-status", order)["payment_order"] ?? .null
          return state.text("waiting_for") == "wallet" ? true : nil
        }
        try await daemon.terminate()
        let backup = try await Backup(of: daemon)
        try await network.start(.payer)
        try await daemon.start()
        let paid = try await app.order(order, is: "in_flight", within: .seconds(60))
        // The copy does not know this payment.
        let request = "0198c0de-0000-4000-8000-000000000003"
        let small = try await app.ask("pay", "XMR", address, "0.05", "--request-id", request)
        let lost = try await app.order(
          small["payment_order"]?.text("order_id") ?? "", is: "in_flight", within: .seconds(60))
        try await daemon.terminate()
        try await backup.restore()
        // The wallet is killed too, because its notes are already on the disk.
        await network.kill(.payer)
        try await network.start(.payer)
        try await network.mine(1)
        try await daemon.start()
        let look = try await eventually("it waits for the owner", within: .seconds(60)) {
          let answer = try await daemon.owner("sends")
          return answer["orders"]?.arrayValue?.map { $0.text("id") } == [order] ? answer : nil
        }
        #expect(
          Set((look["sends"]?.arrayValue ?? []).map { $0.text("id") })
            == [paid.text("transaction_id"), lost.text("transaction_id")])
        try await app.refused(
          "pay", "XMR", address, "0.05", "--request-id", request, reason: "under_review", status: 75)
        try await daemon.owner("sends", "settle", paid.text("transaction_id"), order)
        try await daemon.owner("sends", "settle", "all", "forgotten")
        let again = try await app.ask("pay", "XMR", address, "0.05", "--request-id", request)
        let second = again["payment_order"]?.text("order_id") ?? ""
        _ = try await eventually("it waits for the owner", within: .seconds(60)) {
          (try await daemon.owner("sends")["orders"]?.arrayValue ?? []).map { $0.text("id") } == [second] ? true : nil
        }
        try await daemon.owner("sends", "settle", lost.text("transaction_id"), second)
        try await network.mine(2)
        for (id, transaction) in [(order, paid), (second, lost)] {
          let settled = try await app.order(id, is: "succeeded", within: .seconds(60))
          #expect(settled.text("transaction_id") == transaction.text("transaction_id"))
        }
        let received = try await network.received(.shop).filter { $0.text("address") == address }
        #expect(received.count == 2)
      }
    }
  }
}
