import JSON
import TestSupport
import Testing

/// Two real providers on one real daemon of the network: a payer and a shop.
@Suite(.serialized) struct LitecoinTests {
  private static func yaml(_ name: String, _ litecoin: LitecoinRegtest) -> String {
    litecoin.configuration(wallet: name, times: "poll: 1s", more: "timeout_seconds: 3")
  }

  private static func with(
    _ body: (_ litecoin: LitecoinRegtest, _ payer: (Daemon, Client), _ shop: (Daemon, Client)) async throws -> Void
  ) async throws {
    try await LitecoinRegtest.with { litecoin in
      try await Daemon.with(yaml("payer", litecoin)) { payer in
        let buyer = try Client(payer.runtime)
        try await buyer.pair(with: payer, scopes: "receive,pay,balance,prove")
        try await Daemon.with(yaml("shop", litecoin)) { shop in
          let seller = try Client(shop.runtime)
          try await seller.pair(with: shop, scopes: "receive,pay,balance,prove")
          try await body(litecoin, (payer, buyer), (shop, seller))
        }
      }
    }
  }

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func anInvoiceIsPaid() async throws {
    try await Self.with { litecoin, payer, shop in
      let currency = try await shop.1.ask("currencies")["currencies"]?[0] ?? .null
      #expect(currency.text("network") == "regtest")
      #expect(currency.text("ready") == "ready")
      let invoice = try await shop.1.ask("invoice", "LTC", "0.25")["invoice"] ?? .null
      let paying = try payer.1.launch(["pay", invoice.text("uri"), "--max-fee", "0.01", "--wait"])
      _ = try await paying.line(containing: "waiting for the owner", on: .error)
      let question = try #require(try await payer.0.questions("payment").first)
      #expect(question.text("amount") == "0.25")
      try await payer.0.owner("approve", question.text("id"))
      _ = try await paying.line(containing: "confirmations 0/2", on: .error)

      let seen = try await shop.1.invoice(invoice.text("invoice_id"), "seen") { $0.text("payment") == "paid" }
      #expect(seen.text("state") == "processing")
      try await litecoin.mine(2)
      #expect(try await paying.exit() == .code(0))
      let paid = try JSONValue(parsing: Array((paying.lines(.output).last ?? "").utf8))["payment_order"] ?? .null
      #expect(paid.text("state") == "succeeded")
      let settled = try await shop.1.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
      #expect(settled.text("confirmed_amount") == "0.25")
      let transactions = settled["transfers"]?.arrayValue?.map { $0.text("transaction_id") }
      #expect(transactions == [paid.text("transaction_id")])
      #expect(try await shop.1.ask("balance", "LTC").text("available") == "0.25")
      try await shop.1.refused("pay", "LTC", "not-an-address", "0.1", reason: "invalid_address", status: 65)
      try await shop.1.refused(
        "pay", "LTC", "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz", "0.1", reason: "wrong_network", status: 65)
      try await shop.1.refused("pay", "LTC", invoice.text("address"), "5", reason: "insufficient_funds", status: 65)
      // A QR code contains the address in capital letters, and the daemon is given the lowercase form.
      let capitals = "LITECOIN:\(invoice.text("address").uppercased())"
      let order = try await payer.1.ask("pay", capitals, "0.1")["payment_order"]
      #expect(order?.text("address") == invoice.text("address"))
    }
  }

  /// Both sides prove the payment to each other, and the network's own tools agree.
  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func aPaymentIsProvenByBothSides()
    async throws
  {
    let folder = try ScratchFolder()
    try await Self.with { litecoin, payer, shop in
      let invoice = try await shop.1.ask("invoice", "LTC", "0.25")["invoice"] ?? .null
      let (id, address) = (invoice.text("invoice_id"), invoice.text("address"))
      let order = try await payer.1.ask("pay", "LTC", address, "0.25")["payment_order"]?.text("order_id") ?? ""
      try await payer.1.refused("prove", "payment", order, "--message", "m", reason: "nothing_to_prove", status: 65)
      try await payer.0.owner("approve", order)
      try await payer.1.order(order, is: "in_flight")
      _ = try await shop.1.invoice(id, "seen") { $0.text("payment") == "paid" }

      let sent = folder.path + "/sent.json"
      try await payer.1.ask("prove", "payment", order, "--message", "dispute 17", "--output", sent)
      let waiting = try await shop.1.ask("verify-proof", sent)
      #expect(waiting["in_pool"] == true && waiting.text("signed_by") == "payer" && waiting.text("amount") == "0.25")
      try await litecoin.mine(3)
      let received = folder.path + "/received.json"
      let proof = try await shop.1.ask("prove", "payment", id, "--message", "receipt 17", "--output", received)
      for (app, file, party) in [(shop.1, sent, "payer"), (payer.1, received, "payee")] {
        let verdict = try await app.ask("verify-proof", file)
        #expect(verdict["valid"] == true && verdict["confirmations"] == 3 && verdict["in_pool"] == false)
        #expect(verdict.text("signed_by") == party && verdict.text("amount") == "0.25")
      }

      // verifymessage is called with the same text, and with the form of the address that it accepts.
      let info = try await litecoin.rpc("getaddressinfo", [.string(address)], wallet: "shop")
      let descriptor = try await litecoin.rpc("getdescriptorinfo", [.string("pkh(\(info.text("pubkey")))")])
      let legacy = try await litecoin.rpc("deriveaddresses", [descriptor["descriptor"] ?? .null])[0] ?? .null
      let document = try JSONValue(parsing: proof.text("proof"))
      let words = proof["signed_message"] ?? .null
      #expect(try await litecoin.rpc("verifymessage", [legacy, document["signature"] ?? .null, words]) == true)

      let reserve = folder.path + "/reserve.json"
      try await shop.1.refused(
        "prove", "reserve", "LTC", "0.26", "--message", "m", reason: "insufficient_funds", status: 65)
      try await shop.1.ask("prove", "reserve", "LTC", "0.2", "--message", "bank", "--output", reserve)
      #expect(try await payer.1.ask("verify-proof", reserve).text("amount") == "0.25")
    }
  }

  /// A payment that was received and then double-spent stays in the invoice's list, but cannot be proven any more.
  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func whatWasTakenBackIsNotProven()
    async throws
  {
    try await LitecoinRegtest.with { litecoin in
      try await Daemon.with(Self.yaml("shop", litecoin)) { shop in
        let seller = try Client(shop.runtime)
        try await seller.pair(with: shop, scopes: "receive,prove")
        let invoice = try await seller.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
        let (id, address) = (invoice.text("invoice_id"), invoice.text("address"))
        let first = try await litecoin.rpc("sendtoaddress", [.string(address), "0.2"], wallet: "payer")
        _ = try await seller.invoice(id, "seen") { $0.text("payment") == "partial" }
        let sent = try await litecoin.rpc("gettransaction", [first], wallet: "payer")
        let inputs = try await litecoin.rpc("decoderawtransaction", [sent["hex"] ?? .null])["vin"]?.arrayValue ?? []
        let coins = inputs.map { input -> JSONValue in
          ["txid": input["txid"] ?? .null, "vout": input["vout"] ?? .null]
        }
        // All coins of the payer are worth 50.
        let back = try await litecoin.newAddress("payer")
        let amount = JSONValue.string("\(50 * coins.count - 1).99")
        let raw = try await litecoin.rpc("createrawtransaction", [.array(coins), [.object([back: amount])]])
        let signed = try await litecoin.rpc("signrawtransactionwithwallet", [raw], wallet: "payer")
        try await litecoin.mine(insteadOfOthers: signed["hex"] ?? .null)
        let gone = try await seller.invoice(id, "taken back") { $0.text("payment") == "none" }
        #expect(gone["transfers"]?.arrayValue?.map { $0.text("transaction_id") } == [first.stringValue ?? ""])
        try await seller.refused("prove", "payment", id, "--message", "m", reason: "nothing_to_prove", status: 65)

        // The transaction that arrived instead need not be named.
        let second = try await litecoin.rpc("sendtoaddress", [.string(address), "0.5"], wallet: "payer")
        _ = try await seller.invoice(id, "paid") { $0.text("payment") == "paid" }
        let proof = try await seller.ask("prove", "payment", id, "--message", "m")
        #expect(proof.text("transaction_id") == second.stringValue)
      }
    }
  }

  /// The network's daemon is killed right after the payment. Nothing is lost, and nothing is paid twice.
  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func theNetworksDaemonDies()
    async throws
  {
    try await Self.with { litecoin, payer, shop in
      let invoice = try await shop.1.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
      let request = "91f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b19"
      let pay = ["pay", "LTC", invoice.text("address"), "0.5", "--request-id", request]
      let order = try await payer.1.run(pay).succeeded().json["payment_order"] ?? .null
      await litecoin.kill()
      for app in [payer.1, shop.1] {
        _ = try await eventually("LTC is unavailable") {
          try await app.ask("currencies")["currencies"]?[0]?.text("ready") == "unavailable" ? true : nil
        }
      }
      try await shop.1.refused("new-address", "LTC", reason: "wallet_unavailable", status: 69)
      try await payer.1.refused("balance", "LTC", reason: "wallet_unavailable", status: 69)
      #expect(try await payer.0.owner("status")["currencies"]?[0]?.text("ready") == "unavailable")
      // The owner can approve in the meantime. The payment is made once the wallet is back.
      try await payer.0.owner("approve", order.text("order_id"))
      #expect(try await payer.1.ask("order-status", request)["payment_order"]?.text("state") == "approved")
      #expect(try await payer.1.run(pay).succeeded().json["replayed"] == true)
      #expect(try await payer.0.terminate() == .code(0))
      try await litecoin.start(reindex: true)
      // Until the wallet has read the blocks again it reports no coins, which would make an order fail.
      _ = try await eventually("the payer has its coins") {
        try await litecoin.rpc("getbalance", wallet: "payer").text() == "0.00000000" ? nil : true
      }
      try await payer.0.start()

      try await payer.1.order(request, is: "in_flight", within: .seconds(40))
      try await litecoin.mine(2)
      let paid = try await payer.1.order(request, is: "succeeded")
      let settled = try await shop.1.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
      let transactions = settled["transfers"]?.arrayValue?.map { $0.text("transaction_id") }
      #expect(transactions == [paid.text("transaction_id")])
      let received = try await litecoin.rpc("listtransactions", ["*", 100], wallet: "shop").arrayValue ?? []
      #expect(received.map { $0.text("txid") } == [paid.text("transaction_id")])
    }
  }
}
