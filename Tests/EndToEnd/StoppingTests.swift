import JSON
import MockWallet
import TestSupport
import Testing

/// SIGTERM at any time: the daemon ends promptly, removes its files, and loses nothing.
@Suite(.serialized) struct StoppingTests {
  private let stranger = MockAddress.example(currency: "LTC")

  /// Stops the daemon, which must end promptly and leave no files that lead to it. Whatever it would have to wait for
  /// in these tests takes at least a minute.
  private func stop(_ daemon: Daemon, location: SourceLocation = #_sourceLocation) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let exit = try await daemon.terminate()
    #expect(exit == .code(0), sourceLocation: location)
    #expect(clock.now - start < .seconds(20), "not promptly", sourceLocation: location)
    #expect(daemon.published.isEmpty, sourceLocation: location)
    #expect(!daemon.hasOwnerSocket, sourceLocation: location)
  }

  @Test func whileAnAppIsBeingPaired() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let app = try Client(daemon.runtime)
      let (process, first, _) = try await app.beginPairing()
      try await stop(daemon)
      try await daemon.start()
      // The app asks again by itself, with another code.
      let line = try await process.line(containing: "\"pairing\"", on: .error)
      let pairing = try JSONValue(parsing: Array(line.utf8))["pairing"] ?? .null
      #expect(pairing.text("code") != first)
      try await daemon.owner("approve", pairing.text("question_id"), "--code", pairing.text("code"))
      #expect(try await process.exit() == .code(0))
    }
  }

  @Test func whileAStatusIsWaitedFor() async throws {
    try await withPairedApp { daemon, app in
      let invoice = try await app.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
      let waiting = try app.launch(["invoice-status", invoice.text("invoice_id"), "--wait"])
      _ = try await waiting.line(containing: "waiting for payment", on: .error)
      let bare = try app.launch([
        "call", "get_invoice_request_status",
        #"{"invoice_id":"\#(invoice.text("invoice_id"))","after":1,"wait_ms":60000}"#,
      ])
      _ = try await eventually("both are connected") { try await daemon.owner("status")["sessions"] == 2 ? true : nil }
      try await stop(daemon)
      #expect(waiting.isRunning)
      try await daemon.start()
      try await daemon.mock("receive", invoice.text("address"), "0.5")
      try await daemon.mock("mine", "6")
      // Commands that wait continue to wait, and learn the outcome from the next run.
      #expect(try await waiting.exit() == .code(0))
      try await bare.interrupt()
    }
  }

  @Test func whileTheOwnerIsAsked() async throws {
    try await withPairedApp { daemon, app in
      let paying = try app.launch(["pay", "LTC", stranger, "5", "--wait"])
      _ = try await paying.line(containing: "waiting for the owner", on: .error)
      let id = try #require(try await daemon.questions("payment").first).text("id")
      try await stop(daemon)
      try await daemon.start()
      #expect(try await daemon.questions("payment").map { $0.text("id") } == [id])
      try await daemon.owner("approve", id)
      _ = try await paying.line(containing: "confirmations 0/6", on: .error)
      try await daemon.mock("mine", "6")
      #expect(try await paying.exit() == .code(0))
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test(arguments: ["quote", "prepare", "commit", "lookup"])
  func whileAPaymentIsInTheWallet(step: String) async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("latency", "LTC", step, "60000")
      let request = "c0f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b12"
      let paying = try app.launch(["pay", "LTC", stranger, "0.05", "--request-id", request])
      if step == "quote" {
        _ = try await paying.line(containing: "request_id", on: .error)
      } else {
        #expect(try await paying.exit() == .code(0))
        let state = ["prepare": "approved", "commit": "submitting", "lookup": "in_flight"][step] ?? ""
        try await app.order(request, is: state)
      }
      try await stop(daemon)
      try await daemon.start()
      // The same request leads to a single order, whether it had been accepted or not.
      try await app.ask("pay", "LTC", stranger, "0.05", "--request-id", request)
      try await app.order(request, is: "in_flight")
      try await daemon.mock("mine", "6")
      try await app.order(request, is: "succeeded")
      #expect(try await app.ask("orders")["payment_orders"]?.arrayValue?.count == 1)
      #expect(try await daemon.broadcasts("LTC").count == 1)
      try await paying.interrupt()
    }
  }
}
