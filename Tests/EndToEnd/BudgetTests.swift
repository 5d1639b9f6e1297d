import JSON
import MockWallet
import TestSupport
import Testing

/// The budgets of an app: the limits, the payments that count, and what the app is told. The fee of the mock wallet is
/// 0.000282 LTC.
@Suite(.serialized) struct BudgetTests {
  private let stranger = MockAddress.example(currency: "LTC")
  private let name = "payport.payctl"

  /// Returns the budget that `get_session` reports.
  private func budget(_ app: Client, _ currency: String = "LTC") async throws -> JSONValue {
    let budgets = try await app.ask("session")["budgets"]?.arrayValue ?? []
    return budgets.first { $0.text("currency") == currency } ?? .null
  }

  private func pay(_ app: Client, _ amount: String) async throws -> JSONValue {
    let answer = try await app.run(["pay", "LTC", stranger, amount]).succeeded().json
    return answer["payment_order"] ?? .null
  }

  /// What the owner decides while a payment is being quoted holds for it.
  @Test func aPermissionThatIsTakenBackMeanwhilePaysNothing() async throws {
    try await withPairedApp { daemon, app in
      for (asking, state) in [("always", "awaiting_approval"), ("refuse", "policy_denied")] {
        try await daemon.owner("limit", name, "LTC", "--per", "day", "10", "--ask", "never")
        try await daemon.mock("latency", "LTC", "quote", "600000")
        async let answer = app.run("pay", "LTC", stranger, "0.6")
        // Nothing tells that the wallet is being asked. A payment that is slower than these commands comes out the same.
        for _ in 0..<6 { try await daemon.owner("status") }
        try await daemon.owner("limit", name, "LTC", "--ask", asking)
        try await daemon.mock("latency", "LTC", "quote", "0")
        let run = try await answer
        #expect(run.description.contains(state), "\(run)")
      }
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func paymentsStopAtTheLimitAndTheAppIsTold() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.owner("limit", name, "LTC", "--per", "day", "1", "--ask", "never")
      #expect(try await budget(app).text("left") == "1")
      let first = try await pay(app, "0.6")
      #expect(first.text("state") == "approved")
      try await app.order(first.text("order_id"), is: "in_flight")
      var now = try await budget(app)
      #expect((now.text("used"), now.text("left"), now["used_count"]) == ("0.600282", "0.399718", 1))
      #expect(now.text("period") == "day")
      #expect(now.text("resets_at").isEmpty == false)

      let refusal = try await app.refused("pay", "LTC", stranger, "0.4", reason: "budget_exceeded", status: 77)
      #expect(refusal["data"]?.text("left") == "0.399718")
      #expect(refusal["data"]?.text("rule") == "per_period")
      #expect(refusal["data"]?.text("resets_at") == now.text("resets_at"))
      #expect(refusal.text("message").contains("0.399718"))
      // The amount would fit into the budget, but not with its fee.
      try await app.refused("pay", "LTC", stranger, "0.3995", reason: "budget_exceeded", status: 77)
      #expect(try await app.ask("range", "LTC")["pay"]?.text("max") == "0.399718")

      // This is exactly the amount that is left.
      let last = try await pay(app, "0.399436")
      try await app.order(last.text("order_id"), is: "in_flight")
      now = try await budget(app)
      #expect((now.text("used"), now.text("left")) == ("1", "0"))
      #expect(try await app.ask("range", "LTC")["pay"]?.text("max") == "0")
      try await daemon.mock("mine", "6")
      try await app.order(first.text("order_id"), is: "succeeded")
      try await app.refused("pay", "LTC", stranger, "0.001", reason: "budget_exceeded", status: 77)
      #expect(try await daemon.broadcasts("LTC").count == 2)

      // The threshold of 80 % was reached once.
      let events = try await app.run("events", "--from", "0", "--count", "8").succeeded().documents
      let warnings = events.filter { $0.text("type") == "budget_low" }
      #expect(warnings.count == 1)
      #expect(warnings.first?["budget"]?.text("left") == "0")
      // The owner raises the limit.
      try await daemon.owner("limit", name, "LTC", "--per", "day", "2")
      #expect(try await pay(app, "0.5").text("state") == "approved")
    }
  }

  @Test func manyAtOnceTakeNoMoreThanIsLeftAndAsManyAsFit() async throws {
    let places = "unauthenticated_sockets: 32, sockets_per_app: 16"
    try await withPairedApp(Configurations.mock(limits: places)) { daemon, app in
      try await daemon.owner("limit", name, "LTC", "--per", "week", "0.55", "--ask", "never")
      // Each payment takes 0.100282, so five of them fit. Each payctl has its own connection.
      let states = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<12 {
          group.addTask {
            let run = try await app.run("pay", "LTC", stranger, "0.1")
            return run.json["payment_order"]?.text("order_id") ?? run.json["error"]?.text("reason") ?? ""
          }
        }
        return try await group.reduce(into: [String]()) { $0.append($1) }
      }
      let orders = states.filter { $0.hasPrefix("ord_") }
      #expect(orders.count == 5, "\(states)")
      #expect(states.count { $0 == "budget_exceeded" } == 7, "\(states)")
      for order in orders { try await app.order(order, is: "in_flight") }
      #expect(try await daemon.broadcasts("LTC").count == 5)
      #expect(try await budget(app).text("used") == "0.50141")
    }
  }

  @Test func aBatchOfOrdersIsDecidedOneByOne() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.owner("limit", name, "LTC", "--per", "day", "0.55", "--ask", "never")
      // All of them read the budget before the first one is stored.
      try await daemon.mock("latency", "LTC", "quote", "300")
      let request = "3f0e7a52-9a4f-4d39-9c1d-6f0f5a7f2b"
      let calls = (10..<34).map { number in
        """
        {"jsonrpc":"2.0","id":\(number),"method":"payment_order","params":{"request_id":"\(request)\(number)","currency":"LTC","address":"\(stranger)","amount":"0.1"}}
        """
      }
      var reasons: [String] = []
      try await RawApp.with(app, daemon) { raw in
        let answers = try await raw.ask("[" + calls.joined(separator: ",") + "]").arrayValue ?? []
        reasons = answers.map { $0["error"]?["data"]?.text("reason") ?? "" }
      }
      #expect(reasons.count { $0.isEmpty } == 5, "\(reasons)")
      #expect(reasons.count { $0 == "budget_exceeded" } == 19, "\(reasons)")
      _ = try await eventually("five payments") { try await daemon.broadcasts("LTC").count == 5 ? true : nil }
      #expect(try await budget(app).text("used") == "0.50141")
    }
  }

  @Test func whatIsNotPaidIsGivenBackAndWhatIsOnItsWayCountsAcrossACrash() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.owner("limit", name, "LTC", "--per", "month", "1", "--ask", "always")
      // Payments that wait for the owner do not count yet.
      let denied = try await pay(app, "0.7")
      let cancelled = try await pay(app, "0.8")
      #expect(try await budget(app).text("used") == "0")
      try await app.refused("pay", "LTC", stranger, "1", reason: "budget_exceeded", status: 77)
      try await daemon.owner("deny", denied.text("order_id"))
      try await app.order(denied.text("order_id"), is: "rejected")
      _ = try await app.ask("cancel-order", cancelled.text("order_id"))

      let kept = try await pay(app, "0.9")
      try await daemon.owner("approve", kept.text("order_id"))
      try await app.order(kept.text("order_id"), is: "in_flight")
      #expect(try await budget(app).text("used") == "0.900282")
      await daemon.kill()
      try await daemon.start()
      #expect(try await budget(app).text("used") == "0.900282")
      try await app.refused("pay", "LTC", stranger, "0.2", reason: "budget_exceeded", status: 77)
      try await daemon.mock("mine", "6")
      try await app.order(kept.text("order_id"), is: "succeeded")
      #expect(try await budget(app).text("used") == "0.900282")
    }
  }

  @Test func anApprovedPaymentThatEndsUnpaidIsGivenBack() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.owner("limit", name, "LTC", "--per", "day", "1", "--ask", "never")
      // The payment is approved, but the wallet cannot build it.
      try await daemon.mock("fault", "LTC", "prepare", "before", "--times", "1000")
      let order = try await pay(app, "0.5")
      // The fee may rise by a quarter until it is known.
      #expect(try await budget(app).text("used") == "0.5003525")
      #expect(try await app.ask("cancel-order", order.text("order_id"))["payment_order"]?.text("state") == "cancelled")
      let now = try await budget(app)
      #expect((now.text("used"), now["used_count"]) == ("0", 0))
    }
  }

  @Test func askAboveAndTheOwnerIsHeldToTheLimitsToo() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.owner("limit", name, "LTC", "--per", "day", "1", "--ask", "above", "0.2")
      #expect(try await pay(app, "0.1").text("state") == "approved")
      let asked = try await pay(app, "0.6")
      #expect(asked.text("state") == "awaiting_approval")
      // In the meantime other payments use the budget.
      for _ in 0..<2 { #expect(try await pay(app, "0.15").text("state") == "approved") }
      try await daemon.owner("limit", name, "LTC", "--per", "day", "0.9")
      let approval = try await daemon.console("approve", asked.text("order_id"))
      #expect(approval.status == 77, "\(approval)")
      #expect(approval.remarks.contains("raise the limit"), "\(approval)")
      #expect(
        try await app.ask("order-status", asked.text("order_id"))["payment_order"]?.text("state") == "awaiting_approval"
      )
      try await daemon.owner("limit", name, "LTC", "--per", "day", "1.01")
      try await daemon.owner("approve", asked.text("order_id"))
      try await app.order(asked.text("order_id"), is: "in_flight")
    }
  }

  @Test func countRecipientAndRefusal() async throws {
    try await withPairedApp { daemon, app in
      let other = MockAddress.example(currency: "LTC", number: 2)
      try await daemon.owner("limit", name, "LTC", "--per", "day", "10", "--ask", "never", "--count", "3")
      _ = try await pay(app, "0.3")
      // Earlier payments to this recipient count.
      try await daemon.owner("limit", name, "LTC", "--recipient", stranger, "0.5")
      let refusal = try await app.refused("pay", "LTC", stranger, "0.3", reason: "budget_exceeded", status: 77)
      #expect(refusal["data"]?.text("rule") == "recipient")
      #expect(refusal["data"]?.text("left").hasPrefix("0.199") == true)
      _ = try await app.ask("pay", "LTC", other, "0.3")
      _ = try await pay(app, "0.1")
      let spent = try await app.refused("pay", "LTC", other, "0.01", reason: "budget_exceeded", status: 77)
      #expect(spent["data"]?.text("rule") == "count")
      #expect(try await budget(app)["left_count"] == 0)

      try await daemon.owner("limit", name, "LTC", "--ask", "refuse")
      try await app.refused("pay", "LTC", stranger, "0.01", reason: "policy_denied", status: 77)
      let unbounded = try await daemon.console("limit", name, "XMR", "--ask", "never")
      #expect(unbounded.status == 64, "\(unbounded)")
      try await daemon.owner("limit", name, "LTC", "--clear")
      #expect(try await budget(app).text("ask") == "above", "as configured")
    }
  }

  @Test func grantsAreChangedNamedAndExpire() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.owner("rename", name, "Chat")
      let renamed = try await daemon.owner("grants", "Chat")["apps"]?.arrayValue?.first ?? .null
      #expect(renamed["app"]?.text("name") == "Chat")
      #expect(renamed["scopes"] == ["receive", "pay", "balance"])
      try await daemon.owner("grant", "Chat", "receive,balance", "--currencies", "LTC")
      try await app.refused("pay", "LTC", stranger, "0.01", reason: "scope_not_granted", status: 77)
      try await app.refused("balance", "XMR", reason: "currency_not_granted", status: 77)
      let session = try await app.ask("session")
      #expect(session["grants"]?["scopes"] == ["receive", "balance"])
      #expect(session["budgets"] == nil)

      try await daemon.owner("grant", "Chat", "receive,pay", "--currencies", "LTC", "--expires", "2s")
      let granted = try await app.ask("session")["grants"] ?? .null
      #expect(granted["scopes"] == ["receive", "pay"] || granted["scopes"] == [])
      #expect(!granted.text("expires_at").isEmpty)
      _ = try await eventually("the grant has expired") {
        try await app.ask("session")["grants"]?["scopes"] == [] ? true : nil
      }
      try await app.refused("pay", "LTC", stranger, "0.01", reason: "scope_not_granted", status: 77)
      try await app.refused("addresses", "LTC", reason: "scope_not_granted", status: 77)
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func anAppThatAsksForLessGetsLess() async throws {
    try await withPairedApp { daemon, app in
      // Its manifest only asks to receive and to pay.
      try await RawApp.with(app, daemon) { raw in
        let session = try await raw.ask(#"{"jsonrpc":"2.0","id":1,"method":"get_session","params":{}}"#)
        #expect(session["result"]?["grants"]?["scopes"] == ["receive", "pay"])
        let balance = try await raw.ask(
          #"{"jsonrpc":"2.0","id":2,"method":"get_balance","params":{"currency":"LTC"}}"#)
        #expect(balance["error"]?["data"]?.text("reason") == "scope_not_granted")
      }
      #expect(try await app.ask("balance", "LTC").text("available") == "100")
    }
  }
}
