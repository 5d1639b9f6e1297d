import JSON
import MockWallet
import TestSupport
import Testing

/// Only apps with the scope for the balance may learn how much the wallet has. The mock wallet has 100 of each
/// currency.
@Suite(.serialized) struct FundsPrivacyTests {
  private let stranger = MockAddress.example(currency: "LTC")
  private let name = "payport.payctl"

  @Test func anAppWithoutBalanceLearnsNothingOfTheFunds() async throws {
    try await withPairedApp(scopes: "receive,pay") { daemon, app in
      let within = try await app.ask("pay", "LTC", stranger, "99")["payment_order"] ?? .null
      let beyond = try await app.ask("pay", "LTC", stranger, "101")["payment_order"] ?? .null
      for member in ["state", "fee", "waiting_for"] { #expect(within.text(member) == beyond.text(member), "\(beyond)") }
      #expect(beyond.text("state") == "awaiting_approval")
      #expect(try await app.ask("range", "LTC")["pay"]?.text("max") == "1000", "the budget, whatever the funds")
      try await daemon.owner("deny", within.text("order_id"))

      let question = try #require(try await daemon.questions("payment").first)
      #expect(question["short_of_funds"] == true)
      let refused = try await daemon.console("approve", beyond.text("order_id"))
      #expect(refused.status == 77, "\(refused)")
      #expect(refused.remarks.contains("the wallet has not enough"), "\(refused)")
      let order = try await app.ask("order-status", beyond.text("order_id"))["payment_order"] ?? .null
      #expect(order.text("state") == "awaiting_approval")
    }
  }

  @Test func noPermissionLetsAnAppProbeUnseen() async throws {
    try await withPairedApp(scopes: "receive,pay") { daemon, app in
      try await daemon.owner("limit", name, "LTC", "--per", "day", "500", "--ask", "never")
      try await app.refused("pay", "LTC", stranger, "600", reason: "budget_exceeded", status: 77)
      let beyond = try await app.ask("pay", "LTC", stranger, "200")["payment_order"] ?? .null
      #expect(beyond.text("state") == "awaiting_approval")
      #expect(try await daemon.questions("payment").map { $0.text("id") } == [beyond.text("order_id")])
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func anAppWithBalanceIsTold() async throws {
    try await withPairedApp { daemon, app in
      // The budget is checked before the wallet's funds.
      try await app.refused("pay", "LTC", stranger, "2000", reason: "budget_exceeded", status: 77)
      try await app.refused("pay", "LTC", stranger, "101", reason: "insufficient_funds", status: 65)
    }
  }

  @Test func whatOthersDoShowsInNoCursor() async throws {
    try await withPairedApp { daemon, app in
      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon)
      let before = try await other.ask("session").text("event_cursor")
      for _ in 0..<3 { _ = try await app.ask("invoice", "LTC", "0.5") }
      #expect(try await other.ask("session").text("event_cursor") == before)
      #expect(try await app.ask("session").text("event_cursor") == "3")
    }
  }
}
