import JSON
import MockWallet
import TestSupport
import Testing

/// `ask: new-recipients`: an app within its limits pays nobody unasked whom the owner has not approved for it by hand.
@Suite(.serialized) struct NewRecipientTests {
  private let name = "payport.payctl"

  private static func recipient(_ number: Int) -> String { MockAddress.example(currency: "LTC", number: number) }

  private func pay(_ app: Client, _ recipient: String, _ amount: String = "0.01") async throws -> JSONValue {
    try await app.ask("pay", "LTC", recipient, amount)["payment_order"] ?? .null
  }

  private func limit(_ daemon: Daemon, _ ask: String...) async throws -> JSONValue {
    let options = ["limit", name, "LTC", "--per", "day", "10", "--ask"] + ask
    return try await daemon.console(options + ["--json"]).succeeded().json["budget"]?["limits"] ?? .null
  }

  @Test func aStrangerWaitsForTheOwnerAndIsKnownAfterAYes() async throws {
    try await withPairedApp { daemon, app in
      let limits = try await limit(daemon, "new-recipients")
      #expect(limits.text("ask") == "never" && limits["ask_new_recipients"] == true)
      let (ann, mallory) = (Self.recipient(1), Self.recipient(2))
      let first = try await pay(app, ann)
      #expect(first.text("state") == "awaiting_approval")
      let question = try #require(try await daemon.questions("payment").first)
      #expect(question["new_recipient"] == true)
      let shown = try await daemon.console("questions").result.output.joined(separator: " ")
      #expect(shown.contains("asked because") && shown.contains("no payment of this app"), "\(shown)")
      try await daemon.owner("approve", first.text("order_id"))
      try await app.order(first.text("order_id"), is: "in_flight")
      // In either spelling it is the same recipient.
      for spelling in [ann, ann.uppercased()] {
        #expect(try await pay(app, spelling).text("state") == "approved", "\(spelling)")
      }
      let stranger = try await pay(app, mallory)
      #expect(stranger.text("state") == "awaiting_approval")
      try await daemon.owner("deny", stranger.text("order_id"))
      #expect(try await pay(app, mallory, "0.02").text("state") == "awaiting_approval", "a no makes nobody known")

      // Another app of the same owner is another matter.
      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon)
      let key = try await other.ask("session")["app"]?.text("key") ?? ""
      try await daemon.owner("limit", key, "LTC", "--per", "day", "10", "--ask", "new-recipients")
      #expect(try await pay(other, ann).text("state") == "awaiting_approval")
    }
  }

  @Test func theAmountCountsBesideTheRecipientAndBothAreShown() async throws {
    try await withPairedApp { daemon, app in
      let limits = try await limit(daemon, "above", "0.1", "and", "new-recipients")
      #expect(
        limits.text("ask") == "above" && limits.text("ask_above") == "0.1" && limits["ask_new_recipients"] == true)
      let ann = Self.recipient(1)
      let first = try await pay(app, ann)
      #expect(first.text("state") == "awaiting_approval")
      try await daemon.owner("approve", first.text("order_id"))
      #expect(try await pay(app, ann).text("state") == "approved")
      let large = try await pay(app, ann, "0.2")
      #expect(large.text("state") == "awaiting_approval")
      let question = try #require(
        try await daemon.questions("payment").first { $0.text("id") == large.text("order_id") })
      #expect(question["new_recipient"] == nil)
      // Whom the owner has named in a limit is known.
      let bob = Self.recipient(2)
      try await daemon.owner("limit", name, "LTC", "--recipient", bob.uppercased(), "1")
      #expect(try await pay(app, bob).text("state") == "approved")

      let grants = try await daemon.console("grants").result.output.joined(separator: " ")
      #expect(
        grants.contains("asked above 0.1, and about recipients to whom you have approved nothing yet"), "\(grants)")
      let told = try await app.launchForPeople("session").exit()
      #expect(told == .code(0))
      let budget = try await app.ask("session")["budgets"]?.arrayValue?.first { $0.text("currency") == "LTC" }
      #expect(budget?["ask_new_recipients"] == true)
      let audit = try await daemon.owner("audit").text()
      #expect(audit.contains("ask_new_recipients"), "what was decided is in the record")
      #expect(try await limit(daemon, "above", "0.1")["ask_new_recipients"] == nil)
      #expect(try await pay(app, Self.recipient(3)).text("state") == "approved")
      try await daemon.console("audit", "verify").succeeded()
      let wrong = try await daemon.console("limit", name, "LTC", "--ask", "new-recipients and above 0.1")
      #expect(wrong.result.exit == .code(64), "\(wrong)")
    }
  }

  /// The limit is judged in the unit that stores an order, so that what is decided meanwhile holds.
  @Test func manyAtOnceToAStrangerAreAllAskedAbout() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.owner("limit", name, "LTC", "--per", "day", "10", "--ask", "never")
      try await daemon.mock("latency", "LTC", "quote", "600000")
      async let answer = app.run("pay", "LTC", Self.recipient(1), "0.01")
      // Nothing tells that the wallet is being asked. A payment that is slower than these commands comes out the same.
      for _ in 0..<6 { try await daemon.owner("status") }
      _ = try await limit(daemon, "new-recipients")
      try await daemon.mock("latency", "LTC", "quote", "0")
      #expect(try await answer.description.contains("awaiting_approval"))
      let states = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<3 {
          group.addTask { try await pay(app, Self.recipient(2), "0.0\(number + 1)").text("state") }
        }
        return try await group.reduce(into: [String]()) { $0.append($1) }
      }
      #expect(states == ["awaiting_approval", "awaiting_approval", "awaiting_approval"])
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func whatTheOwnerApprovedIsKnownAfterACrashAndARestore() async throws {
    let yaml = Configurations.mock().replacing(
      "limits: {LTC: {ask: above 0.1, per_period: 1000}}",
      with: "limits: {LTC: {ask: above 0.1 and new-recipients, per_period: 1000}}")
    try await withPairedApp(yaml) { daemon, app in
      let ann = Self.recipient(1)
      let first = try await pay(app, ann)
      #expect(first.text("state") == "awaiting_approval", "the rule of the configuration")
      try await daemon.owner("approve", first.text("order_id"))
      try await app.order(first.text("order_id"), is: "in_flight")
      try await daemon.mock("mine", "6")
      try await app.order(first.text("order_id"), is: "succeeded")
      await daemon.kill()
      try await daemon.start()
      #expect(try await pay(app, ann).text("state") == "approved")
      try await daemon.terminate()
      let backup = try await Backup(of: daemon)
      try await daemon.start()
      let later = try await pay(app, Self.recipient(2))
      try await daemon.owner("deny", later.text("order_id"))
      try await daemon.restart(from: backup)
      #expect(try await pay(app, Self.recipient(2), "0.03").text("state") == "awaiting_approval")
      let known = try await pay(app, ann, "0.04")
      #expect(["approved", "submitting", "in_flight"].contains(known.text("state")), "\(known)")
    }
  }
}
