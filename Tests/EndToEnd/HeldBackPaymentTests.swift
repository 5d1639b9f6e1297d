import JSON
import MockWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// A signed payment that a mark of another provider with the same ledger holds back, and what the owner says of it.
@Suite(.serialized) struct HeldBackPaymentTests {
  private let recipient = MockAddress.example(currency: "LTC")

  /// The order's transaction is stored and not sent when the other provider marks one for the same payment.
  private func with(
    _ body: (Daemon, Client, _ order: String, SignedTransaction) async throws -> Void
  )
    async throws
  {
    let folder = try ScratchFolder()
    try await withPairedApp(Configurations.mock(network: folder)) { daemon, app in
      try await daemon.mock("fault", "LTC", "commit", "before", "--times", "1000")
      let asked = try await app.ask("pay", "LTC", recipient, "0.5")["payment_order"] ?? .null
      let order = asked.text("order_id")
      try await daemon.owner("approve", order)
      try await app.order(order, is: "in_flight")
      let network = try MockNetwork(.init(stateFile: folder.path + "/network"))
      let other = try #require(network.wallet("LTC"))
      let intent = PaymentIntent(address: recipient, amount: Amount(atomicUnits: 50_000_000))
      let marked = try #require(try await other.prepare([intent], feeCap: Amount(atomicUnits: 10_000_000)).first)
      let provider = try await daemon.owner("status").text("provider_id")
      let mark = "\(provider.prefix(12)):\(marked.transactionID.prefix(16))"
      try await other.mark(marked, paying: [recipient], as: mark)
      _ = try await eventually("it is held back") {
        try await daemon.owner("sends")["held_back"]?[0]?.text("order") == order ? true : nil
      }
      // The faults are those of this run; what is held back stays so.
      await daemon.kill()
      try await daemon.start()
      try await body(daemon, app, order, marked)
    }
  }

  @Test func theOwnerSaysThatTheMarkedOnePaysNothing() async throws {
    try await with { daemon, app, order, marked in
      let mark = String(marked.transactionID.prefix(16))
      let own = try await app.ask("order-status", order)["payment_order"]?.text("transaction_id") ?? ""
      let shown = try await daemon.console("sends").succeeded().result.output.joined(separator: "\n")
      #expect(shown.contains("0.5 LTC to \(recipient)") && shown.contains(own) && shown.contains("held back since"))
      #expect(shown.contains("payd sends pay \(order) --not-paid-by \(mark)"), "\(shown)")
      #expect(try await daemon.owner("status")["payments_to_look_at"] == 1)
      let waiting = try await daemon.owner("payments", "--waiting")["orders"]?.arrayValue ?? []
      #expect(waiting.map { $0.text("id") } == [order])
      #expect(try await app.ask("order-status", order)["payment_order"]?.text("waiting_for") == "review")

      // What is marked has to be named, and a signed payment is not simply cancelled.
      let unnamed = try await daemon.console("sends", "pay", order)
      #expect(unnamed.status == 65 && unnamed.result.error.joined().contains(mark))
      #expect(try await daemon.console("sends", "cancel", order).status == 65)
      #expect(try await daemon.broadcasts("LTC").isEmpty)
      try await daemon.owner("sends", "pay", order, "--not-paid-by", mark)
      _ = try await eventually("it is sent") {
        try await daemon.broadcasts("LTC").map { $0.text("transaction_id") } == [own] ? true : nil
      }
      try await daemon.mock("mine", "6")
      try await app.order(order, is: "succeeded")
      #expect(try await daemon.owner("sends")["orders"]?.arrayValue == [])
      #expect(try await daemon.console("audit", "verify").status == 0)
    }
  }
}
