import JSON
import TestSupport
import Testing

/// Two real providers, each with a real `monero-wallet-rpc`, on one real `monerod`: a payer and a shop.
@Suite(.serialized, .enabled(if: MoneroRegtest.isInstalled, "Monero is not installed")) struct MoneroTests {
  private static func yaml(_ wallet: MoneroRegtest.Wallet, _ network: MoneroRegtest) -> String {
    network.configuration(
      wallet, times: "poll: 1s, follow: 1s",
      login: wallet == .payer ? "password_file: \(network.passwordFile)" : nil)
  }

  private static func with(
    _ body: (_ network: MoneroRegtest, _ payer: (Daemon, Client), _ shop: (Daemon, Client)) async throws -> Void
  ) async throws {
    try await MoneroRegtest.with { network in
      try await Daemon.with(yaml(.payer, network)) { payer in
        let buyer = try Client(payer.runtime)
        try await buyer.pair(with: payer, scopes: "receive,pay,balance,prove")
        try await Daemon.with(yaml(.shop, network)) { shop in
          let seller = try Client(shop.runtime)
          try await seller.pair(with: shop, scopes: "receive,pay,balance,prove")
          try await body(network, (payer, buyer), (shop, seller))
        }
      }
    }
  }

  /// Returns what the shop's wallet has received at an address, without using code under test.
  private static func received(_ network: MoneroRegtest, _ address: String) async throws -> [JSONValue] {
    try await network.received(.shop).filter { $0.text("address") == address }
  }

  @Test func anInvoiceIsPaidAndProven() async throws {
    try await Self.with { network, payer, shop in
      let currency = try await shop.1.ask("currencies")["currencies"]?[0] ?? .null
      #expect(currency.text("code") == "XMR" && currency.text("network") == "regtest")
      #expect(currency.text("ready") == "ready")
      let invoice = try await shop.1.ask("invoice", "XMR", "0.25")["invoice"] ?? .null
      let address = invoice.text("address")
      #expect(address.hasPrefix("8") && invoice.text("uri") == "monero:\(address)?tx_amount=0.25")
      let paying = try payer.1.launch(["pay", "XMR", address, "0.25", "--max-fee", "0.05", "--wait"])
      _ = try await paying.line(containing: "waiting for the owner", on: .error)
      let question = try #require(try await payer.0.questions("payment").first)
      #expect(question.text("amount") == "0.25")
      try await payer.0.owner("approve", question.text("id"))
      _ = try await paying.line(containing: "confirmations 0/2", on: .error, within: .seconds(60))

      let seen = try await shop.1.invoice(invoice.text("invoice_id"), "seen") { $0.text("payment") == "paid" }
      #expect(seen.text("state") == "processing")
      try await network.mine(2)
      #expect(try await paying.exit(within: .seconds(60)) == .code(0))
      let paid = try JSONValue(parsing: Array((paying.lines(.output).last ?? "").utf8))["payment_order"] ?? .null
      #expect(paid.text("state") == "succeeded")
      let settled = try await shop.1.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
      #expect(settled.text("confirmed_amount") == "0.25")
      let transaction = paid.text("transaction_id")
      #expect(settled["transfers"]?.arrayValue?.map { $0.text("transaction_id") } == [transaction])
      #expect(try await Self.received(network, address).map { $0.text("txid") } == [transaction])

      // Both sides prove the payment to each other, without paying.
      let folder = try ScratchFolder()
      for (prover, verifier, subject, signer) in [
        (payer.1, shop.1, paid.text("order_id"), "payer"), (shop.1, payer.1, invoice.text("invoice_id"), "payee"),
      ] {
        let file = "\(folder.path)/\(signer).json"
        try await prover.ask("prove", "payment", subject, "--message", "for Ann", "--output", file)
        let verdict = try await verifier.ask("verify-proof", file)
        #expect(verdict["valid"] == true && verdict.text("signed_by") == signer)
        #expect(verdict.text("amount") == "0.25")
      }

      try await shop.1.refused("pay", "XMR", "not-an-address", "0.1", reason: "invalid_address", status: 65)
      try await shop.1.refused(
        "pay", "XMR",
        "53teqCAESLxeJ1REzGMAat1ZeHvuajvDiXqboEocPaDRRmqWoVPzy46GLo866qRFjbNhfkNckyhST3WEvBviDwpUDd7DSzB", "0.1",
        reason: "wrong_network", status: 65)
    }
  }

  /// The wallet is killed in the middle of a payment: while it is built, and when it was sent.
  @Test func theWalletDiesInTheMiddleOfAPayment() async throws {
    try await Self.with { network, payer, shop in
      for (round, milliseconds) in [0, 600].enumerated() {
        // A wallet that was killed may forget the recipient, and then a payment of the same amount would wait for its
        // owner.
        let amount = "0.5\(round + 1)"
        let invoice = try await shop.1.ask("invoice", "XMR", amount)["invoice"] ?? .null
        let request = "91f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b1\(round)"
        let pay = ["pay", "XMR", invoice.text("address"), amount, "--request-id", request]
        let order = try await payer.1.run(pay).succeeded().json["payment_order"] ?? .null
        try await payer.1.order(request, is: "awaiting_approval")
        try await payer.0.owner("approve", order.text("order_id"))
        // This waits for nothing in particular; it makes the kill hit the payment at a different place each time.
        try await Task.sleep(for: .milliseconds(milliseconds))
        await network.kill(.payer)
        _ = try await eventually("XMR is unavailable") {
          try await payer.1.ask("currencies")["currencies"]?[0]?.text("ready") == "unavailable" ? true : nil
        }
        let state = try await payer.1.ask("order-status", request)["payment_order"]?.text("state")
        #expect(["approved", "submitting", "in_flight"].contains(state), "never failed: \(state ?? "")")
        try await network.start(.payer)

        try await payer.1.order(request, is: "in_flight", within: .seconds(90))
        #expect(try await payer.1.run(pay).succeeded().json["replayed"] == true)
        _ = try await eventually("the shop sees it", within: .seconds(90)) {
          try await Self.received(network, invoice.text("address")).isEmpty ? nil : true
        }
        try await network.mine(2)
        let paid = try await payer.1.order(request, is: "succeeded", within: .seconds(60))
        let settled = try await shop.1.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
        let transactions = settled["transfers"]?.arrayValue?.map { $0.text("transaction_id") }
        #expect(transactions == [paid.text("transaction_id")])
        let received = try await Self.received(network, invoice.text("address"))
        #expect(received.map { $0.text("txid") } == [paid.text("transaction_id")], "one transaction, no more")
      }
    }
  }
}
