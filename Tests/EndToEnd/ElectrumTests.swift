import JSON
import Platform
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Two real providers, each on an Electrum of its own, with one server before litecoind.
@Suite(.serialized, .enabled(if: ElectrumRegtest.isInstalled, "Electrum is not installed")) struct ElectrumTests {
  /// Two daemons of Electrum, and the payer's coins.
  private struct Network {
    let regtest: ElectrumRegtest
    let payer: ElectrumDaemon
    let shop: ElectrumDaemon

    static func started() async throws -> Network {
      let regtest = try await ElectrumRegtest.started()
      let network = Network(
        regtest: regtest, payer: try await regtest.wallet("payer"), shop: try await regtest.wallet("shop"))
      var outputs = JSONObject()
      for _ in 0..<12 { outputs[try await network.payer.text("createnewaddress")] = "10" }
      try await regtest.node.rpc("sendmany", ["", .object(outputs)], wallet: "payer")
      try await network.mine()
      return network
    }

    func mine(_ blocks: Int = 1) async throws { try await regtest.mine(blocks, seenBy: [payer, shop]) }
  }

  private static func with(
    _ body: (_ network: Network, _ payer: (Daemon, Client), _ shop: (Daemon, Client)) async throws -> Void
  ) async throws {
    let network = try await Network.started()
    try await Daemon.with(
      network.payer.configuration(name: "payer", more: "limits: {ask: never, per_period: 100, period: day}")
    ) { payer in
      let buyer = try Client(payer.runtime)
      try await buyer.pair(with: payer, scopes: "receive,pay,balance")
      try await Daemon.with(network.shop.configuration(name: "shop")) { shop in
        let seller = try Client(shop.runtime)
        try await seller.pair(with: shop, scopes: "receive,pay,balance")
        try await body(network, (payer, buyer), (shop, seller))
      }
    }
  }

  @Test func anInvoiceIsPaid() async throws {
    try await Self.with { network, payer, shop in
      let currency = try await shop.1.ask("currencies")["currencies"]?[0] ?? .null
      #expect(currency.text("network") == "regtest" && currency.text("ready") == "ready")
      let invoice = try await shop.1.ask("invoice", "LTC", "0.25")["invoice"] ?? .null
      let paying = try payer.1.launch(["pay", invoice.text("uri"), "--max-fee", "0.01", "--wait"])
      _ = try await shop.1.invoice(invoice.text("invoice_id"), "seen") { $0.text("payment") == "paid" }
      try await network.mine(2)
      #expect(try await paying.exit() == .code(0))
      let paid = try JSONValue(parsing: Array((paying.lines(.output).last ?? "").utf8))["payment_order"] ?? .null
      #expect(paid.text("state") == "succeeded")
      let settled = try await shop.1.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
      #expect(settled.text("confirmed_amount") == "0.25")
      #expect(settled["transfers"]?.arrayValue?.map { $0.text("transaction_id") } == [paid.text("transaction_id")])
      #expect(try await shop.1.ask("balance", "LTC").text("available") == "0.25")
      try await shop.1.refused("pay", "LTC", invoice.text("address"), "5", reason: "insufficient_funds", status: 65)
      // The owner sees in Electrum which payments were payd's.
      let history = try await network.payer.rpc("onchain_history")
      let sent = history["transactions"]?.arrayValue?.first { $0.text("txid") == paid.text("transaction_id") }
      #expect(sent?.text("label").contains("payport:") == true)
      let check = try await payer.0.console("check")
      #expect(check.status == 0, "\(check)")
    }
  }

  /// The payer's payd, its Electrum, the server, the shop's Electrum and the node are killed in turn while payments are
  /// made. Each invoice is paid once, and what left the payer is what the chain says.
  @Test func eachInvoiceIsPaidOnceUnderKills() async throws {
    let count = ProcessInfo.processInfo.environment["PAYPORT_ELECTRUM_PAYMENTS"].flatMap { Int($0) } ?? 10
    try await Self.with { network, payer, shop in
      var invoices: [JSONValue] = []
      for index in 0..<count {
        invoices.append(try await shop.1.ask("invoice", "LTC", "0.0\(index % 9 + 1)")["invoice"] ?? .null)
      }
      var random = SeededRandom(UInt64(getpid()))
      for (index, invoice) in invoices.enumerated() {
        let pay = Self.payment(of: invoice)
        let calling = try payer.1.launch(pay)
        // The kill comes at another moment of the payment each time.
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...400, using: &random)))
        try await Self.killAndStart(index, network, payer.0)
        _ = try await calling.exit(within: .seconds(120))
        _ = try await eventually("the order is taken", within: .seconds(60)) { () async throws -> Bool? in
          try await payer.1.run(pay).status == 0 ? true : nil
        }
        if index % 4 == 3 { try await network.mine() }
      }
      for invoice in invoices {
        _ = try await eventually("the payment is under way", within: .seconds(60)) { () async throws -> Bool? in
          let order = try await payer.1.ask("order-status", Self.request(of: invoice))["payment_order"]
          return ["in_flight", "succeeded"].contains(order?.text("state")) ? true : nil
        }
      }
      try await network.mine(3)
      for invoice in invoices {
        let paid = try await payer.1.order(Self.request(of: invoice), is: "succeeded", within: .seconds(60))
        let settled = try await shop.1.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
        #expect(settled.text("confirmed_amount") == invoice.text("amount"))
        #expect(settled["transfers"]?.arrayValue?.map { $0.text("transaction_id") } == [paid.text("transaction_id")])
      }
      try await Self.requireEachOnce(invoices, on: network.regtest)
      print("Electrum: \(count) payments under kills, each made once")
    }
  }

  private static func request(of invoice: JSONValue) -> String {
    let digits = invoice.text("invoice_id").utf8.map { String($0, radix: 16) }.joined().suffix(12)
    return "91f0e7a5-9a4f-4d39-9c1d-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  private static func payment(of invoice: JSONValue) -> [String] {
    [
      "pay", "LTC", invoice.text("address"), invoice.text("amount"), "--max-fee", "0.01", "--request-id",
      request(of: invoice),
    ]
  }

  private static func killAndStart(_ index: Int, _ network: Network, _ payd: Daemon) async throws {
    switch index % 5 {
    case 0:
      await payd.kill()
      try await payd.start()
    case 1:
      await network.payer.kill()
      try await network.payer.start()
    case 2:
      await network.regtest.killServer()
      try await network.regtest.startServer()
    case 3:
      await network.shop.kill()
      try await network.shop.start()
    default:
      await network.regtest.node.kill()
      try await network.regtest.startNode(reindex: true)
    }
  }

  /// Requires that the chain has one output to the address of each invoice, of its amount.
  private static func requireEachOnce(_ invoices: [JSONValue], on network: ElectrumRegtest) async throws {
    var paid: [String: [String]] = [:]
    let height: Int = try await network.node.rpc("getblockcount").integerValue() ?? 0
    for number in 120...height {
      let hash = try await network.node.rpc("getblockhash", [.integer(number)])
      for transaction in try await network.node.rpc("getblock", [hash, 2])["tx"]?.arrayValue ?? [] {
        for output in transaction["vout"]?.arrayValue ?? [] {
          for address in output["scriptPubKey"]?["addresses"]?.arrayValue ?? [] {
            paid[address.stringValue ?? "", default: []].append(output["value"]?.text() ?? "")
          }
        }
      }
    }
    for invoice in invoices {
      let amount = invoice.text("amount")
      let wanted = amount + String(repeating: "0", count: 10 - amount.utf8.count)
      #expect(paid[invoice.text("address")] == [wanted])
    }
  }
}
