import JSON
import MockWallet
import TestSupport
import Testing

/// A wallet that is locked, behind, gone, slow or faulty. Each case has its own error, and the daemon continues.
@Suite(.serialized) struct WalletTroubleTests {
  private let stranger = MockAddress.example(currency: "LTC")

  private func readiness(_ app: Client, is wanted: String) async throws {
    _ = try await eventually("LTC is \(wanted)") {
      try await app.ask("currencies")["currencies"]?[0]?.text("ready") == wanted ? true : nil
    }
  }

  @Test func locked() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("status", "LTC", "locked")
      try await readiness(app, is: "locked")
      // The wallet still receives. The payment waits until the wallet is unlocked, and is then made once.
      try await app.ask("new-address", "LTC")
      let order = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"] ?? .null
      let id = order.text("order_id")
      try await app.order(id, is: "approved")
      #expect(try await daemon.broadcasts("LTC").isEmpty)
      try await daemon.mock("status", "LTC", "ready")
      try await app.order(id, is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func behind() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("status", "LTC", "syncing")
      try await readiness(app, is: "syncing")
      try await app.refused("pay", "LTC", stranger, "0.05", reason: "wallet_syncing", status: 75)
      #expect(try await app.ask("orders")["payment_orders"] == [])
    }
  }

  @Test func gone() async throws {
    try await withPairedApp { daemon, app in
      let invoice = try await app.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
      try await daemon.mock("status", "LTC", "unavailable")
      try await readiness(app, is: "unavailable")
      let request = "b0f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b17"
      try await app.refused(
        "pay", "LTC", stranger, "0.05", "--request-id", request, reason: "wallet_unavailable", status: 69)
      for command in [["new-address", "LTC"], ["invoice", "LTC", "1"], ["balance", "LTC"], ["range", "LTC"]] {
        let run = try await app.run(command)
        #expect(run.status == 69, "\(run)")
        #expect(run.json["error"]?.text("reason") == "wallet_unavailable", "\(run)")
      }
      // Calls that need no wallet still work, and so do other wallets.
      try await app.ask("invoice-status", invoice.text("invoice_id"))
      try await app.ask("new-address", "XMR")

      try await daemon.mock("status", "LTC", "ready")
      try await readiness(app, is: "ready")
      let order = try await app.ask("pay", "LTC", stranger, "0.05", "--request-id", request)
      #expect(order["replayed"] == false)
      try await app.order(request, is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func nonsense() async throws {
    try await withPairedApp { daemon, app in
      for (step, command) in [
        ("quote", ["pay", "LTC", stranger, "0.05"]), ("checkAddress", ["pay", "LTC", stranger, "0.05"]),
        ("newAddress", ["new-address", "LTC"]), ("balance", ["balance", "LTC"]), ("amountRange", ["range", "LTC"]),
      ] {
        try await daemon.mock("fault", "LTC", step, "nonsense")
        let run = try await app.run(command)
        #expect(run.json["error"]?.text("reason") == "wallet_error", "\(run)")
        #expect(run.status == 69)
      }
      #expect(try await app.ask("orders")["payment_orders"] == [])
      // In the middle of a payment such a fault only costs time.
      for step in ["prepare", "commit", "lookup", "transfers"] {
        try await daemon.mock("fault", "LTC", step, "nonsense")
      }
      let id = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"]?.text("order_id") ?? ""
      _ = try await eventually("the network has it") { try await daemon.broadcasts("LTC").isEmpty ? nil : true }
      try await daemon.mock("mine", "6")
      try await app.order(id, is: "succeeded")
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func slow() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("latency", "LTC", "balance", "60000")
      let waiting = try app.launch(["balance", "LTC"])
      _ = try await eventually("it is connected") { try await daemon.owner("status")["sessions"] == 1 ? true : nil }
      // Other calls do not wait for it.
      try await app.ask("currencies")
      try await app.ask("balance", "XMR")
      try await app.ask("new-address", "LTC")
      #expect(waiting.isRunning)
      try await waiting.interrupt()

      try await daemon.mock("fault", "LTC", "quote", "before", "--error", "timeout")
      let error = try await app.refused("pay", "LTC", stranger, "0.05", reason: "wallet_timeout", status: 75)
      #expect(error["data"]?["retry_after_ms"] != nil)
    }
  }

  @Test func doubtIsSettledByLookingAndSendingTheSameAgain() async throws {
    try await withPairedApp { daemon, app in
      // The commit is lost before the network has it, then forgotten by the network, and then its answer is lost.
      try await daemon.mock("fault", "LTC", "commit", "before", "--error", "timeout")
      try await daemon.mock("fault", "LTC", "commit", "forget")
      try await daemon.mock("fault", "LTC", "commit", "after", "--error", "unavailable")
      let id = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"]?.text("order_id") ?? ""
      try await app.order(id, is: "in_flight")
      _ = try await eventually("the network has it") {
        // Commits that a fault kept from the network are not counted.
        try await daemon.broadcasts("LTC").first?["commits"] == 1 ? true : nil
      }
      try await daemon.mock("mine", "6")
      let order = try await app.order(id, is: "succeeded")
      #expect(try await daemon.broadcasts("LTC").map { $0.text("transaction_id") } == [order.text("transaction_id")])
    }
  }

  @Test func theNetworkRefuses() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("fault", "LTC", "commit", "reject")
      let id = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"]?.text("order_id") ?? ""
      // The failure is certain only when the other transaction has as many confirmations as a payment requires.
      try await daemon.mock("mine", "6")
      let run = try await app.run("order-status", id, "--wait")
      #expect(run.status == 65)
      #expect(run.json["payment_order"]?.text("state") == "failed")
      #expect(run.json["payment_order"]?.text("reason") == "payment_conflicted")
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }
}
