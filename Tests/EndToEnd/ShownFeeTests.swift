import JSON
import MockWallet
import OwnerAPI
import OwnerSocket
import TestSupport
import Testing

/// An approval is valid for what was shown, even if the fee changes before the answer. The fee of the mock wallet is
/// 0.000282 LTC, and the highest fee that is shown is a quarter more.
@Suite(.serialized) struct ShownFeeTests {
  private let stranger = MockAddress.example(currency: "LTC")
  private let name = "payport.payctl"
  private let quick = Configurations.mock(times: "quote: 1s, retry: 200ms")

  private func pay(_ app: Client, _ amount: String) async throws -> String {
    try await app.ask("pay", "LTC", stranger, amount)["payment_order"]?.text("order_id") ?? ""
  }

  private func order(_ app: Client, _ id: String) async throws -> JSONValue {
    try await app.ask("order-status", id)["payment_order"] ?? .null
  }

  /// Waits until the wallet was asked again for the fee, without reading what the owner is shown.
  private func fee(_ fee: String, of id: String, _ app: Client) async throws {
    _ = try await eventually("it is quoted anew") { try await order(app, id).text("fee") == fee ? true : nil }
  }

  @Test func theCommandLineApprovesNoMoreThanWasShown() async throws {
    try await withPairedApp(quick) { daemon, app in
      let id = try await pay(app, "1")
      _ = try await eventually("the owner is asked") {
        try await daemon.questions("payment").first?.text("fee_cap") == "0.0003525" ? true : nil
      }
      try await daemon.mock("fee", "LTC", "0.00564")
      try await fee("0.00564", of: id, app)

      let early = try await daemon.console("approve", id)
      #expect(early.status == 65, "\(early)")
      #expect(early.remarks.contains("the fee has risen since you looked"), "\(early)")
      #expect(early.remarks.contains("0.00705") && early.remarks.contains("0.0003525"), "\(early)")
      let shown = early.result.output.joined(separator: "\n")
      for fact in ["1 LTC", "0.00564 LTC, at most 0.00705", "1.00564 LTC"] { #expect(shown.contains(fact), "\(shown)") }
      #expect(try await order(app, id).text("state") == "awaiting_approval")
      #expect(try await daemon.broadcasts("LTC").isEmpty)

      // The current state was shown.
      let answer = try await eventually("no question is out of date for long") {
        let answer = try await daemon.console("approve", id, "--json")
        return answer.status == 0 ? answer.json : nil
      }
      #expect(answer["order"]?.text("fee_cap") == "0.00705", "\(answer)")
      #expect(answer["order"]?.text("amount") == "1")
      try await app.order(id, is: "in_flight")
    }
  }

  @Test func aRestartBetweenTheLookAndTheYesMakesNoDifference() async throws {
    try await withPairedApp(Configurations.mock(times: "quote: 1s, approval: 10m")) { daemon, app in
      let id = try await pay(app, "1")
      _ = try await daemon.questions("payment")
      await daemon.kill()
      try await daemon.start()
      try await daemon.mock("fee", "LTC", "0.00564")
      try await fee("0.00564", of: id, app)
      let early = try await daemon.console("approve", id)
      #expect(early.status == 65, "\(early)")
      #expect(try await order(app, id).text("state") == "awaiting_approval")
    }
  }

  @Test func noYesCountsWithoutTheFeeThatWasShown() async throws {
    try await withPairedApp { daemon, app in
      let id = try await pay(app, "1")
      let door = OwnerSocketClient(path: daemon.state + "/owner.sock")
      for params: JSONObject in [["id": .string(id)], ["id": .string(id), "fee_cap": "much"]] {
        #expect(throws: OwnerFailure.self) { try door.call("approve", .object(params)) }
      }
      #expect(try await daemon.console("approve", id, "--max-fee", "0.0003524").status == 65)
      #expect(try await order(app, id).text("state") == "awaiting_approval")
      try await daemon.owner("approve", id, "--max-fee", "0.1")
      try await app.order(id, is: "in_flight")
      let approved = try await daemon.owner("audit")["entries"]?.arrayValue?.first {
        $0.text("kind") == "order.approved"
      }
      #expect(approved?["detail"]?.text("fee_cap") == "0.0003525", "never more than a quarter above the quote")
    }
  }

  @Test func whatIsPaidWithoutAQuestionNeedsNoneWhenItsFeeRises() async throws {
    try await withPairedApp(quick) { daemon, app in
      try await daemon.owner("limit", name, "LTC", "--per", "day", "2.01", "--ask", "never")
      for (amount, mayGoOn) in [("1", true), ("1.001", false)] {
        try await daemon.mock("fee", "LTC", "0.000282")
        try await daemon.mock("latency", "LTC", "prepare", "600000")
        let id = try await pay(app, amount)
        #expect(try await order(app, id).text("state") == "approved")
        try await daemon.mock("fee", "LTC", "0.00564")
        try await daemon.mock("latency", "LTC", "prepare", "0")
        if mayGoOn {
          try await app.order(id, is: "in_flight")
          #expect(try await order(app, id).text("fee") == "0.00564")
          #expect(try await daemon.questions("payment").isEmpty)
        } else {
          // A payment beyond the limits needs the owner's approval.
          _ = try await eventually("the owner is asked") {
            try await daemon.questions("payment").first { $0.text("id") == id && $0["budget"]?["fits"] == false }
          }
        }
      }
      let kinds = try await daemon.owner("audit")["entries"]?.arrayValue?.map { $0.text("kind") } ?? []
      #expect(kinds.filter { $0 == "order.asked_again" }.count == 2, "\(kinds)")
    }
  }

  @Test func aPermissionForAlwaysIsGivenWithTheYesOrNotAtAll() async throws {
    try await withPairedApp { daemon, app in
      let id = try await pay(app, "1")
      // The limit for the recipient forbids the payment, whatever else is allowed.
      try await daemon.owner(
        "limit", name, "LTC", "--per", "day", "5", "--ask", "always", "--recipient", stranger, "0.5")
      func changes() async throws -> Int {
        let entries = try await daemon.owner("audit")["entries"]?.arrayValue ?? []
        return entries.filter { $0.text("kind") == "limits.set" }.count
      }
      let before = try await changes()
      let refused = try await daemon.console("approve", id, "--always", "3/week")
      #expect(refused.status == 77, "\(refused)")
      #expect(try await changes() == before, "not even for a moment")
      let limits = try await daemon.owner("grants", name)["apps"]?[0]?.text() ?? ""
      #expect(!limits.contains("never"), "\(limits)")
    }
  }
}
