import JSON
import MockWallet
import TestSupport
import Testing

@Suite(.serialized) struct RestartTests {
  private let stranger = MockAddress.example(currency: "LTC")

  @Test func aKnownAppComesBackSilently() async throws {
    try await withPairedApp { daemon, app in
      let before = try await app.ask("session")
      #expect(try await daemon.terminate() == .code(0))
      let failure = try await app.refused("session", reason: "not_running", status: 69)
      #expect(failure.text("advice").contains("payd run"))
      try await daemon.start()
      let after = try await app.ask("session")
      #expect(after.text("status") == "approved")
      #expect(after["provider"] == before["provider"])
      #expect(after["app"] == before["app"])
      #expect(after["grants"] == before["grants"])
      #expect(after["session_id"] != before["session_id"])
    }
  }

  @Test func eventsGoOnWithoutGapOrDuplicate() async throws {
    try await withPairedApp { daemon, app in
      // This follower stays during the restart, and its events are compared.
      let follower = try app.launch(["events", "--from", "0", "--count", "6"])
      _ = try await app.ask("invoice", "LTC", "0.1")
      _ = try await app.ask("invoice", "LTC", "0.2")
      _ = try await follower.line(containing: "\"cursor\":\"2\"")
      #expect(try await daemon.terminate() == .code(0))
      try await daemon.start()
      for amount in ["0.3", "0.4"] { _ = try await app.ask("invoice", "LTC", amount) }
      _ = try await follower.line(containing: "\"cursor\":\"4\"")
      await daemon.kill()
      try await daemon.start()
      for amount in ["0.5", "0.6"] { _ = try await app.ask("invoice", "LTC", amount) }
      #expect(try await follower.exit() == .code(0))
      let seen = try follower.lines(.output).map { try JSONValue(parsing: Array($0.utf8)) }
      #expect(seen.map { $0.text("cursor") } == ["1", "2", "3", "4", "5", "6"])
      #expect(seen.map { $0["invoice"]?.text("amount") } == ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6"])
      // A follower that starts later can begin at any event.
      let rest = try await app.events(from: "4", count: 2)
      #expect(rest == Array(seen.suffix(2)))
      try await app.refused("events", "--from", "999999", "--count", "1", reason: "cursor_invalid", status: 65)
    }
  }

  @Test func whatWasPromisedIsThereAfterKill() async throws {
    try await withPairedApp { daemon, app in
      let invoice = try await app.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
      let address = try await app.ask("new-address", "LTC")["address"] ?? .null
      let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"] ?? .null
      await daemon.kill()
      // The files of a daemon that was killed mislead nobody.
      #expect(daemon.published == ["test.json"])
      try await app.refused("session", reason: "not_running", status: 69)

      // Money that arrives while the daemon is down is found after its start.
      try await daemon.start()
      #expect(try await app.ask("invoice-status", invoice.text("invoice_id"))["invoice"] == invoice)
      let addresses = try await app.ask("addresses", "LTC")["addresses"]?.arrayValue ?? []
      #expect(addresses.contains { $0.text("address") == address.text("address") })
      #expect(try await daemon.questions("payment").map { $0.text("id") } == [order.text("order_id")])
      try await daemon.owner("approve", order.text("order_id"))
      try await app.order(order.text("order_id"), is: "in_flight")
      try await daemon.mock("receive", invoice.text("address"), "0.5")
      await daemon.kill()
      try await daemon.start()
      try await daemon.mock("mine", "6")
      _ = try await app.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
      try await app.order(order.text("order_id"), is: "succeeded")
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }
}
