import ChatPayments
import JSON
import LightningInvoices
import PaymentsAPI
import PaymentsModel
import Platform
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Two real providers, each on an Electrum of its own, with a Lightning channel between them.
@Suite(.serialized, .enabled(if: ElectrumRegtest.isInstalled, "Electrum is not installed")) struct LightningTests {
  private struct Network: Sendable {
    let regtest: ElectrumRegtest
    let payer: ElectrumDaemon
    let shop: ElectrumDaemon

    static func started() async throws -> Network {
      let regtest = try await ElectrumRegtest.started()
      let network = Network(
        regtest: regtest, payer: try await regtest.wallet("payer", hasChannels: true),
        shop: try await regtest.wallet("shop", hasChannels: true))
      var outputs = JSONObject()
      for _ in 0..<4 { outputs[try await network.payer.text("createnewaddress")] = "3" }
      try await regtest.node.rpc("sendmany", ["", .object(outputs)], wallet: "payer")
      try await regtest.mine(2, seenBy: [network.payer, network.shop])
      try await regtest.openChannel(from: network.payer, to: network.shop)
      return network
    }

    /// What the payer's side of the channel has, in atomic units.
    func left() async throws -> Int { try await payer.rpc("list_channels")[0]?["local_balance"]?.integerValue() ?? 0 }
  }

  private static func with(
    _ body: (_ network: Network, _ payer: (Daemon, Client), _ shop: (Daemon, Client)) async throws -> Void
  ) async throws {
    let network = try await Network.started()
    let more = "lightning: true\nlimits: {ask: never, per_period: 100, period: day}"
    try await Daemon.with(network.payer.configuration(name: "payer", more: more)) { payer in
      let buyer = try Client(payer.runtime)
      try await buyer.pair(with: payer, scopes: "receive,pay,balance,prove")
      try await Daemon.with(network.shop.configuration(name: "shop", more: "lightning: true")) { shop in
        let seller = try Client(shop.runtime)
        try await seller.pair(with: shop, scopes: "receive,pay,balance,prove")
        try await body(network, (payer, buyer), (shop, seller))
      }
    }
  }

  @Test func anInvoiceIsPaidOnce() async throws {
    try await Self.with { network, payer, shop in
      let before = try await network.left()
      let invoice = try await shop.1.ask("invoice", "LTC", "0.001", "--description", "a coffee")["invoice"] ?? .null
      let lightning = invoice.text("lightning")
      #expect(lightning.utf8.starts(with: "lnrltc1m1".utf8), "\(invoice)")
      #expect(invoice.text("uri").contains("lightning=" + lightning))
      #expect(try LightningInvoice(lightning).fallbacks.isEmpty)
      let paid = try await payer.1.ask("pay", "LTC", lightning, "0.001", "--wait")["payment_order"] ?? .null
      #expect(paid.text("state") == "succeeded" && paid.text("fee") == "0", "\(paid)")
      let shown = try await payer.0.owner("payments", paid.text("order_id"))["order"]?["lightning"] ?? .null
      #expect(shown.text("node").utf8.count == 66 && shown.text("description") == "a coffee", "\(shown)")
      let settled = try await shop.1.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
      #expect(settled.text("payment") == "paid" && settled.text("confirmed_amount") == "0.001")
      #expect(settled["transfers"]?[0]?.text("transaction_id") == paid.text("transaction_id"))
      #expect(try await before - network.left() == 100_000)
      try await Self.preimageIsProof(paid, payer.1, shop.1)
      // Nobody pays it again, neither the same app nor another one, nor after either program was started again.
      try await payer.1.refused("pay", "LTC", lightning, "0.001", reason: "already_paid", status: 65)
      await network.payer.kill()
      try await network.payer.start()
      await payer.0.kill()
      try await payer.0.start()
      _ = try await eventually("the wallet is asked again", within: .seconds(60)) { () async throws -> Bool? in
        try await payer.1.run(["pay", "LTC", lightning, "0.001"]).description.contains("already_paid") ? true : nil
      }
      #expect(try await before - network.left() == 100_000)
      // An address whose invoice was paid by Lightning is never that of another invoice.
      let next = try await shop.1.ask("invoice", "LTC", "0.001")["invoice"] ?? .null
      #expect(next.text("address") != invoice.text("address"))
      // Whoever pays the address besides has paid too much, and that is told.
      try await network.regtest.node.rpc("sendtoaddress", [.string(invoice.text("address")), "0.001"], wallet: "payer")
      try await network.regtest.mine(3, seenBy: [network.payer, network.shop])
      let over = try await shop.1.invoice(invoice.text("invoice_id"), "paid too much") { $0.text("payment") == "over" }
      #expect(over.text("paid_amount") == "0.002")
    }
  }

  /// The payer shows the preimage, and the payee's app compares it with the invoice.
  private static func preimageIsProof(_ paid: JSONValue, _ buyer: Client, _ seller: Client) async throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/proof.json"
    let made = try await buyer.ask("prove", "payment", paid.text("order_id"), "--message", "for Ann", "--output", file)
    #expect(made.text("proof").utf8.count == 64 && made.text("address") == paid.text("address"), "\(made)")
    let verdict = try await seller.ask("verify-proof", file, "--amount", "0.001")
    #expect(verdict["valid"] == true && verdict["signed_by"] == nil && verdict["in_pool"] == nil, "\(verdict)")
    #expect(verdict.text("amount") == "0.001" && verdict.text("meaning").contains("nobody signed"), "\(verdict)")
    let more = try await seller.run("verify-proof", file, "--amount", "0.002")
    #expect(more.status == 65 && more.json.text("reason") == "amount", "\(more)")
    var forged = made.objectValue ?? [:]
    forged["proof"] = .string(String(repeating: "0", count: 64))
    try Data(JSONValue.object(forged).encoded()).write(to: URL(fileURLWithPath: file))
    let other = try await seller.run("verify-proof", file)
    #expect(other.status == 65 && other.json.text("reason") == "subject", "\(other)")
  }

  @Test func aURIWithBothIsPaidAsIsAskedFor() async throws {
    try await Self.with { network, payer, shop in
      let before = try await network.left()
      let invoice = try await shop.1.ask("invoice", "LTC", "0.001")["invoice"] ?? .null
      let paid = try await payer.1.ask("pay", invoice.text("uri"), "--lightning", "--wait")["payment_order"] ?? .null
      #expect(paid.text("state") == "succeeded" && paid.text("address") == invoice.text("lightning"), "\(paid)")
      #expect(try await before - network.left() == 100_000)
      let other = try await shop.1.ask("invoice", "LTC", "0.001")["invoice"] ?? .null
      let onChain = try await payer.1.ask("pay", other.text("uri"))["payment_order"] ?? .null
      #expect(onChain.text("address") == other.text("address"))
      try await payer.1.refused(
        "pay", "litecoin:\(other.text("address"))?amount=0.001", "--lightning", reason: "no_lightning", status: 65)
    }
  }

  @Test func whatCannotBePaidIsToldBefore() async throws {
    try await Self.with { _, payer, shop in
      let invoice = try await shop.1.ask("invoice", "LTC", "0.001")["invoice"]?.text("lightning") ?? ""
      try await payer.1.refused("pay", "LTC", invoice, "0.002", reason: "amount_out_of_range", status: 65)
      let last = invoice.unicodeScalars.last == "q" ? "p" : "q"
      let damaged = String(invoice.unicodeScalars.dropLast()) + last
      try await payer.1.refused("pay", "LTC", damaged, "0.001", reason: "invalid_address", status: 65)
      let foreign = try SignedInvoice(
        prefix: "ltc", millisatoshis: 100_000_000, paymentHash: .init(repeating: 7, count: 32)
      )
      .text()
      try await payer.1.refused("pay", "LTC", foreign, "0.001", reason: "wrong_network", status: 65)
      let old = try SignedInvoice(
        prefix: "rltc", millisatoshis: 100_000_000, paymentHash: .init(repeating: 7, count: 32)
      )
      .text()
      try await payer.1.refused("pay", "LTC", old, "0.001", reason: "expired", status: 65)
      let much = try await shop.1.ask("invoice", "LTC", "0.09")["invoice"]?.text("lightning") ?? ""
      try await payer.1.refused("pay", "LTC", much, "0.09", reason: "insufficient_funds", status: 65)
    }
  }

  /// From the payer's yes in the chat to the payee's "received", with nobody asked in between.
  @Test func aCardIsSettledByLightning() async throws {
    let network = try await Network.started()
    let before = try await network.left()
    let chat = MemoryChat()
    await chat.open(RoomID("r"), name: "r", members: [PersonID("anna"), PersonID("ben")])
    let more = "lightning: true\nlimits: {ask: never, per_period: 100, period: day}"
    let price = CardPrice(currency: "LTC", amount: try DecimalAmount("0.001"))
    let payer = network.payer.configuration(name: "payer", more: more)
    try await CardParty.with("ben", payer, in: chat) { ben in
      let shop = network.shop.configuration(name: "shop", more: "lightning: true")
      try await CardParty.with("anna", shop, in: chat) { anna in
        for (number, kind) in [CardKind.request, .offer].enumerated() {
          let (author, other) = kind == .request ? (anna, ben) : (ben, anna)
          let key = try await author.agent.propose(
            CardDraft(kind, [price], byLightning: kind == .offer), in: RoomID("r"))
          try await other.sees(.created, key)
          let start = ContinuousClock.now
          try await other.agent.accept(key, byLightning: kind == .request)
          try await anna.sees(.settled, key)
          print("Lightning: a card (\(kind.rawValue)) was settled \(ContinuousClock.now - start) after the yes")
          try await ben.sees(.settled, key)
          let (invoice, order) = (await anna.agent.card(key)?.invoice, await ben.agent.card(key)?.order)
          #expect(order?.address == invoice?.lightning && order?.address != nil)
          #expect(try await before - network.left() == (number + 1) * 100_000)
        }
      }
    }
  }

  /// Several apps order the same invoices at once and again and again, while payd and Electrum are killed. Each invoice is
  /// paid once. `PAYPORT_LIGHTNING_REPEATS` has more of them.
  @Test func repeatsPayNothingTwice() async throws {
    let environment = ProcessInfo.processInfo.environment
    let repeats = environment["PAYPORT_LIGHTNING_REPEATS"].flatMap { Int($0) } ?? 40
    let count = max(4, repeats / 100)
    try await Self.with { network, payer, shop in
      let other = try Client(payer.0.runtime)
      try await other.pair(with: payer.0, scopes: "receive,pay,balance")
      let before = try await network.left()
      var invoices: [String] = []
      for _ in 0..<count {
        invoices.append(try await shop.1.ask("invoice", "LTC", "0.0002")["invoice"]?.text("lightning") ?? "")
      }
      for round in 0..<(repeats / count / 2) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for client in [payer.1, other] {
            for invoice in invoices {
              group.addTask { _ = try await client.run(["pay", "LTC", invoice, "0.0002"]) }
            }
          }
          if round % 4 == 1 {
            await payer.0.kill()
            try await payer.0.start()
          }
          if round % 4 == 3 {
            await network.payer.kill()
            try await network.payer.start()
            try await network.payer.waitForChannel()
          }
          try await group.waitForAll()
        }
      }
      // After a kill payd waits two minutes before it believes that an attempt has failed.
      for invoice in invoices {
        _ = try await eventually("the invoice is paid", within: .seconds(300)) { () async throws -> Bool? in
          try await payer.1.run(["pay", "LTC", invoice, "0.0002"]).description.contains("already_paid") ? true : nil
        }
      }
      #expect(try await before - network.left() == count * 20_000)
      print("Lightning: \(repeats) orders of \(count) invoices by two apps under kills, each paid once")
    }
  }
}
