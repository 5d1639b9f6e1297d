import JSON
import MockWallet
import PaymentsModel
import TestSupport
import Testing

/// Orders of one app that leave in one transaction, because the owner allows it. The fee of a transaction of the mock
/// wallet is 0.000282 LTC, however many it pays.
@Suite(.serialized) struct PayoutTests {
  private static let name = "payport.payctl"
  private static let fee = Amount(atomicUnits: 28200)

  private static func request(_ number: Int) -> String { "3f0e7a52-9a4f-4d39-9c1d-6f0f5a7f2b\(10 + number)" }

  private static func recipient(_ number: Int) -> String { MockAddress.example(currency: "LTC", number: number) }

  /// Runs a test with an app whose payments need no question and may leave together.
  private func withPayer(_ body: (_ daemon: Daemon, _ app: Client) async throws -> Void) async throws {
    try await withPairedApp(Configurations.mock(times: "retry: 200ms, follow: 200ms")) { daemon, app in
      try await daemon.owner("limit", Self.name, "LTC", "--per", "day", "50", "--ask", "never", "--batch")
      try await body(daemon, app)
    }
  }

  /// Orders payments to this many recipients, all in one message, so that they are taken at the same time.
  private func order(
    _ numbers: Range<Int>, to recipient: (Int) -> String = recipient, amount: String = "0.1", _ app: Client,
    _ daemon: Daemon
  ) async throws {
    let calls = numbers.map { number in
      """
      {"jsonrpc":"2.0","id":\(number),"method":"payment_order","params":{"request_id":"\(Self.request(number))","currency":"LTC","address":"\(recipient(number))","amount":"\(amount)"}}
      """
    }
    try await RawApp.with(app, daemon) { raw in
      let answers = try await raw.ask("[" + calls.joined(separator: ",") + "]").arrayValue ?? []
      #expect(answers.count { $0["result"]?["payment_order"] != nil } == numbers.count, "\(answers)")
    }
  }

  /// Waits until all orders are in a state, and returns them.
  private func orders(_ numbers: Range<Int>, _ state: String, _ app: Client) async throws -> [JSONValue] {
    var orders: [JSONValue] = []
    for number in numbers { orders.append(try await app.order(Self.request(number), is: state)) }
    return orders
  }

  /// Checks that each recipient is paid once, and that the fees of the orders are those of the transactions.
  private func check(_ orders: [JSONValue], _ daemon: Daemon) async throws {
    let sent = try await daemon.broadcasts("LTC")
    #expect(
      Set(sent.map { "\($0.text("transaction_id")) \($0.text("address"))" })
        == Set(orders.map { "\($0.text("transaction_id")) \($0.text("address"))" }))
    #expect(sent.count == orders.count, "each recipient is paid once")
    for (transaction, shares) in Dictionary(grouping: orders, by: { $0.text("transaction_id") }) {
      let fees = try shares.map { try Amount(DecimalAmount($0.text("fee")), decimals: 8) }
      #expect(try fees.reduce(.zero) { try $0.adding($1) } == Self.fee, "\(transaction)")
      let (most, least) = (fees.max() ?? .zero, fees.min() ?? .zero)
      #expect(most.atomicUnits - least.atomicUnits <= 1, "\(transaction)")
    }
  }

  @Test func ordersOfOneMomentLeaveTogether() async throws {
    try await withPayer { daemon, app in
      try await order(0..<7, app, daemon)
      let paid = try await orders(0..<7, "in_flight", app)
      try await check(paid, daemon)
      let transactions = Set(paid.map { $0.text("transaction_id") })
      #expect(transactions.count < 7, "some leave together")
      #expect(try await daemon.broadcasts("LTC").allSatisfy { $0["commits"] == 1 }, "and are handed over once")
      try await daemon.mock("mine", "6")
      try await check(try await orders(0..<7, "succeeded", app), daemon)
      // What all of them took from the wallet and from the budget is what they say.
      let spent = Amount(atomicUnits: 70_000_000 + Self.fee.atomicUnits * UInt128(transactions.count))
      let left = Amount(atomicUnits: 100 * 100_000_000 - spent.atomicUnits)
      #expect(try await app.ask("balance", "LTC").text("available") == left.text(decimals: 8))
      let budget = try await app.ask("session")["budgets"]?.arrayValue?.first { $0.text("currency") == "LTC" } ?? .null
      #expect((budget.text("used"), budget["used_count"]) == (spent.text(decimals: 8), 7))
    }
  }

  @Test func theOwnerAllowsIt() async throws {
    try await withPairedApp { daemon, app in
      let shown = try await daemon.console(["limit", Self.name, "LTC", "--per", "day", "50", "--ask", "never"])
      #expect(try !shown.succeeded().result.output.joined().contains("one transaction"))
      try await order(0..<3, app, daemon)
      let paid = try await orders(0..<3, "in_flight", app)
      #expect(Set(paid.map { $0.text("transaction_id") }).count == 3, "each has a transaction of its own")
      let allowed = try await daemon.console(["limit", Self.name, "LTC", "--batch"]).succeeded()
      #expect(allowed.result.output.joined().contains("payments may leave in one transaction"))
      #expect(try await daemon.owner("limit", Self.name, "LTC")["budget"]?["limits"]?["batch"] == true)
      let forbidden = try await daemon.owner("limit", Self.name, "LTC", "--no-batch")
      #expect(forbidden["budget"]?["limits"]?["batch"] == nil)
    }
  }

  /// One of several is cancelled while the wallet builds the transaction: it is not paid, and the others are.
  @Test func oneOfSeveralIsCancelledBeforeItIsStored() async throws {
    try await withPayer { daemon, app in
      try await daemon.mock("latency", "LTC", "prepare", "600000")
      try await order(0..<4, app, daemon)
      let approved = try await orders(0..<4, "approved", app)
      try await app.run("cancel-order", approved[2].text("order_id")).succeeded()
      #expect(try await app.order(Self.request(2), is: "cancelled")["transaction_id"] == nil)
      try await daemon.mock("latency", "LTC", "prepare", "0")
      var paid: [JSONValue] = []
      for number in [0, 1, 3] { paid.append(try await app.order(Self.request(number), is: "in_flight")) }
      try await check(paid, daemon)
      #expect(try await app.ask("balance", "LTC").text("locked") == "0", "no coin stays reserved")
    }
  }

  /// `kill -9` at each step: every order is paid once.
  @Test(arguments: [
    ("quote", ""), ("prepare", "approved"), ("mark", "submitting"), ("commit", "submitting"), ("lookup", "in_flight"),
  ])
  func killedInTheMiddle(step: String, state: String) async throws {
    try await withPayer { daemon, app in
      // The first payment is quoted by the wallet, and the others by what it said.
      if step != "quote" {
        try await order(9..<10, app, daemon)
        _ = try await orders(9..<10, "in_flight", app)
      }
      try await daemon.mock("latency", "LTC", step, "600000")
      if step == "quote" {
        let asking = Task { try await order(0..<5, app, daemon) }
        _ = try await eventually("it is connected") { try await daemon.owner("status")["sessions"] == 1 ? true : nil }
        await daemon.kill()
        _ = await asking.result
      } else {
        try await order(0..<5, app, daemon)
        _ = try await orders(0..<5, state, app)
        await daemon.kill()
      }
      try await daemon.start()
      try await order(0..<5, app, daemon)
      _ = try await orders(0..<5, "in_flight", app)
      try await daemon.mock("mine", "6")
      let first = step == "quote" ? [] : try await orders(9..<10, "succeeded", app)
      try await check(try await orders(0..<5, "succeeded", app) + first, daemon)
    }
  }

  /// More than the wallet has: those that it has enough for are paid one by one, and the rest fail with a reason.
  @Test func fundsForSomeOfThem() async throws {
    try await withPayer { daemon, app in
      try await daemon.owner("limit", Self.name, "LTC", "--per", "day", "1000")
      try await order(9..<10, app, daemon)
      _ = try await orders(9..<10, "in_flight", app)
      try await daemon.mock("mine", "6")
      try await order(0..<4, amount: "40", app, daemon)
      let ended = try await eventually("all have ended") {
        try await daemon.mock("mine", "6")
        let orders =
          try await app.ask("orders")["payment_orders"]?.arrayValue?.filter { $0.text("amount") == "40" } ?? []
        return orders.allSatisfy { ["succeeded", "failed"].contains($0.text("state")) } ? orders : nil
      }
      #expect(ended.count { $0.text("state") == "succeeded" } == 2)
      #expect(ended.count { $0.text("reason") == "insufficient_funds" } == 2)
      #expect(try await daemon.broadcasts("LTC").count == 3)
    }
  }

  /// The same recipient twice: never in one transaction, and paid twice.
  @Test func twoOrdersOfOneRecipient() async throws {
    try await withPayer { daemon, app in
      try await order(0..<4, to: { Self.recipient($0 / 2) }, app, daemon)
      let paid = try await orders(0..<4, "in_flight", app)
      let pairs = paid.map { "\($0.text("address")) \($0.text("transaction_id"))" }
      #expect(Set(pairs).count == 4)
      #expect(try await daemon.broadcasts("LTC").count == 4)
    }
  }

  /// A network that refuses the transaction refuses it for all of its orders: none is paid, and no coin stays locked.
  @Test func refusedByTheNetwork() async throws {
    try await withPayer { daemon, app in
      try await daemon.mock("fault", "LTC", "commit", "reject", "--times", "10")
      try await order(0..<3, app, daemon)
      _ = try await orders(0..<3, "in_flight", app)
      try await daemon.mock("mine", "12")
      let failed = try await orders(0..<3, "failed", app)
      #expect(failed.allSatisfy { $0.text("reason") == "payment_conflicted" })
      #expect(try await app.ask("balance", "LTC").text("locked") == "0")
    }
  }
}
