import JSON
import MockWallet
import TestSupport
import Testing

/// `kill -9` in the middle of a payment. After the next start the payment must be broadcast exactly once.
@Suite(.serialized) struct CrashTests {
  private let stranger = MockAddress.example(currency: "LTC")
  private let request = "d0f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b13"

  @Test(arguments: [("prepare", "approved"), ("commit", "submitting"), ("lookup", "in_flight")])
  func inTheWallet(step: String, state: String) async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("latency", "LTC", step, "60000")
      try await app.ask("pay", "LTC", stranger, "0.05", "--request-id", request)
      try await app.order(request, is: state)
      try await recover(daemon, app)
    }
  }

  /// The network has the transaction, but the wallet's answer is lost, or the daemon is killed as well.
  @Test func afterABroadcastWhoseAnswerIsLost() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("fault", "LTC", "commit", "after", "--error", "timeout")
      try await daemon.mock("latency", "LTC", "lookup", "60000")
      try await app.ask("pay", "LTC", stranger, "0.05", "--request-id", request)
      // An unknown outcome is reported as in flight, never as failed.
      try await app.order(request, is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 1)
      try await recover(daemon, app)
    }
  }

  /// The request was sent, and it is not known whether it was accepted.
  @Test func whileTheRequestIsBeingTaken() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("latency", "LTC", "quote", "60000")
      let paying = try app.launch(["pay", "LTC", stranger, "0.05", "--request-id", request])
      _ = try await paying.line(containing: request, on: .error)
      _ = try await eventually("it is connected") { try await daemon.owner("status")["sessions"] == 1 ? true : nil }
      await daemon.kill()
      try await daemon.start()
      // The app repeats its request by itself.
      #expect(try await paying.exit() == .code(0))
      // Blocks that came before the transaction would not have it.
      _ = try await eventually("it is sent") { try await daemon.broadcasts("LTC").isEmpty ? nil : true }
      try await daemon.mock("mine", "6")
      try await finish(daemon, app)
    }
  }

  private func recover(_ daemon: Daemon, _ app: Client) async throws {
    await daemon.kill()
    try await daemon.start()
    try await app.order(request, is: "in_flight")
    try await daemon.mock("mine", "6")
    try await finish(daemon, app)
  }

  private func finish(_ daemon: Daemon, _ app: Client) async throws {
    let order = try await app.order(request, is: "succeeded")
    #expect(try await daemon.broadcasts("LTC").map { $0.text("transaction_id") } == [order.text("transaction_id")])
    #expect(try await app.ask("orders")["payment_orders"]?.arrayValue?.count == 1)
    #expect(try await app.ask("balance", "LTC").text("available") == "99.949718")
  }
}
