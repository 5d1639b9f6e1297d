import JSON
import MockWallet
import TestSupport
import Testing

/// The owner's answers to payments, with a real daemon, console and app.
@Suite(.serialized) struct ApprovalTests {
  private let stranger = MockAddress.example(currency: "LTC")

  /// Orders a payment; returns the identifier of the order.
  private func pay(_ app: Client, _ amount: String, _ currency: String = "LTC") async throws -> String {
    let to = MockAddress.example(currency: currency)
    return try await app.ask("pay", currency, to, amount)["payment_order"]?.text("order_id") ?? ""
  }

  /// Writes a file with a PIN, which is removed with the daemon's folder.
  private func file(_ daemon: Daemon, _ pin: String) throws -> String {
    try daemon.file("pin-\(pin)", pin + "\n")
  }

  // MARK: What the owner sees

  @Test func theOwnerSeesAllThatIsKnownOfAPayment() async throws {
    try await withPairedApp { daemon, app in
      let first = try await app.ask("pay", "LTC", stranger, "0.5", "--description", "rent")["payment_order"] ?? .null
      _ = try await pay(app, "0.6")
      let question = try #require(try await daemon.questions("payment").first)
      #expect(question.text("id") == first.text("order_id"))
      #expect(question.text("fee_cap") == "0.0003525")
      #expect(question.text("total") == "0.500282")
      #expect(question.text("description") == "rent")
      #expect(question.text("expires_at") == first.text("expires_at"))
      #expect(question["paid_before"] == ["by_app": 0, "in_all": 0])
      #expect(question["behind"] == 1)
      #expect(question["needs_pin"] == false)

      try await daemon.owner("approve", first.text("order_id"))
      let next = try #require(try await daemon.questions("payment").first)
      try await app.order(first.text("order_id"), is: "in_flight")
      let again = try #require(try await daemon.questions("payment").first)
      #expect(next.text("id") == again.text("id"))
      #expect(again["paid_before"]?["by_app"] == 1, "what is in flight was paid too")
      #expect(again["paid_before"]?["in_all"] == 1)
      #expect(again["paid_before"]?.text("last_at").isEmpty == false)
      #expect(again["behind"] == 0)

      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon)
      let theirs = try await pay(other, "0.7")
      let seen = try #require(try await daemon.questions("payment").first { $0.text("id") == theirs })
      #expect(seen["paid_before"]?["by_app"] == 0)
      #expect(seen["paid_before"]?["in_all"] == 1)
    }
  }

  @Test func theProgramBehindAConnectedAppIsNamed() async throws {
    try await withPairedApp { daemon, app in
      let paying = try app.launch(["pay", "LTC", stranger, "5", "--wait"])
      _ = try await paying.line(containing: "waiting for the owner", on: .error)
      let question = try #require(try await daemon.questions("payment").first)
      #expect(question.text("process").hasPrefix("pid \(paying.pid) "))
      #expect(question.text("process").hasSuffix("/payctl"))
      let shown = try await daemon.console("questions").result.output.joined(separator: "\n")
      #expect(shown.contains("never: this address is new"), "\(shown)")
      try await daemon.owner("deny", question.text("id"))
      #expect(try await paying.exit() == .code(77))
    }
  }

  // MARK: Several questions of an app

  @Test func theQuestionsOfAnAppAreAnsweredInAnyOrder() async throws {
    try await withPairedApp { daemon, app in
      let first = try await pay(app, "1")
      let second = try await pay(app, "2")
      let third = try await pay(app, "3")
      #expect(try await daemon.questions("payment").map { $0.text("id") } == [first, second, third])
      try await daemon.owner("deny", third)
      try await app.order(third, is: "rejected")
      // The last characters of an identifier are enough, and so are the first ones without their prefix.
      try await daemon.owner("approve", String(second.suffix(6)))
      try await app.order(second, is: "in_flight")
      #expect(try await daemon.questions("payment").map { $0.text("id") } == [first])
      try await daemon.owner("approve", String(first.dropFirst(4).prefix(12)))
      // What means several is refused, and tells which.
      let more = [try await pay(app, "3"), try await pay(app, "4")]
      let unclear = try await daemon.console("approve", "ord_" + more[0].dropFirst(4).prefix(4))
      #expect(unclear.status == 65)
      for id in more { #expect(unclear.remarks.contains(id)) }
      for id in more { try await daemon.owner("deny", id) }
      #expect(try await daemon.questions("payment").isEmpty)
      #expect(try await daemon.broadcasts("LTC").count == 2)
    }
  }

  @Test func anAppThatAsksTooOftenIsToldWhenItMayAgain() async throws {
    try await withPairedApp(Configurations.mock(limits: "questions_per_minute: 2")) { daemon, app in
      let first = try await pay(app, "1")
      try await daemon.owner("deny", first)
      _ = try await pay(app, "2")
      let error = try await app.refused("pay", "LTC", stranger, "3", reason: "too_many_questions", status: 75)
      let wait = try #require(error["data"]?["retry_after_ms"]?.integerValue(as: Int.self))
      #expect((1...60_000).contains(wait) && wait != 10_000)
      // Another app is not limited by that, and neither are payments that need no approval.
      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon)
      _ = try await pay(other, "1")
      _ = try await pay(app, "0.01")
      #expect(try await app.ask("orders")["payment_orders"]?.arrayValue?.count == 3, "what is refused leaves no trace")
    }
  }

  @Test func whatExpiresOrIsCancelledIsTakenBackAndCannotBeAnswered() async throws {
    try await withPairedApp(Configurations.mock(times: "approval: 2s")) { daemon, app in
      let expiring = try await pay(app, "1")
      try await app.order(expiring, is: "expired")
      #expect(try await daemon.questions("payment").isEmpty)
      let late = try await daemon.console("approve", expiring)
      #expect(late.status == 65)
      #expect(late.remarks.contains("has expired"))

      let cancelled = try await pay(app, "2")
      try await app.ask("cancel-order", cancelled)
      #expect(try await daemon.console("deny", cancelled).remarks.contains("was cancelled"))
      #expect(try await daemon.console("approve", "ord_none").remarks.contains("nothing waits under this id"))
      #expect(try await daemon.console("approve", "").status == 64)
    }
  }

  // MARK: Always

  @Test func alwaysWithinALimitApprovesThisOneAndAsksNoMore() async throws {
    try await withPairedApp { daemon, app in
      let first = try await pay(app, "1")
      for wrong in ["1.5", "1.5/year", "x/day", "-1/day", "1.5/day/2", "1.123456789/day", "0.9/day"] {
        let refused = try await daemon.console("approve", first, "--always=\(wrong)")
        #expect(refused.status == 64, "\(wrong): \(refused)")
      }
      let answer = try await daemon.owner("approve", first, "--always", "1.5/week")
      #expect(answer.text("always") == "up to 1.5 LTC a week without asking")
      try await app.order(first, is: "in_flight")
      let second = try await pay(app, "0.4")
      try await app.order(second, is: "in_flight")
      #expect(try await daemon.questions("payment").isEmpty)
      try await app.refused("pay", "LTC", stranger, "0.2", reason: "budget_exceeded", status: 77)
      #expect(try await daemon.broadcasts("LTC").count == 2)
      // The permission is for this currency only.
      _ = try await pay(app, "0.1", "XMR")
      #expect(try await daemon.questions("payment").count == 1)
    }
  }

  @Test func denyingAlwaysRefusesWhatWaitsAndWhatComes() async throws {
    try await withPairedApp { daemon, app in
      let first = try await pay(app, "1")
      let second = try await pay(app, "2")
      let kept = try await pay(app, "1", "XMR")
      try await daemon.owner("deny", first, "--always")
      try await app.order(first, is: "rejected")
      try await app.order(second, is: "rejected")
      try await app.refused("pay", "LTC", stranger, "0.01", reason: "policy_denied", status: 77)
      #expect(try await daemon.questions("payment").map { $0.text("id") } == [kept])
    }
  }

  // MARK: Apps that go

  @Test func revokingEndsWhatWaitsAndWhatWasApprovedButNotSent() async throws {
    try await withPairedApp { daemon, app in
      // The wallet hangs after the approval, so that nothing is built yet.
      try await daemon.mock("latency", "LTC", "prepare", "60000")
      let approved = try await pay(app, "1")
      try await daemon.owner("approve", approved)
      try await app.order(approved, is: "approved")
      let waiting = try await pay(app, "2")
      let key = try await daemon.owner("apps")["apps"]?[0]?["app"]?.text("key") ?? ""
      try await daemon.owner("revoke", key)
      #expect(try await daemon.questions("payment").isEmpty)
      for id in [approved, waiting] {
        let refused = try await daemon.console("approve", id)
        #expect(refused.status == 65)
        #expect(refused.remarks.contains(id == waiting ? "was denied already" : "was cancelled"), "\(refused)")
      }
      await daemon.kill()
      try await daemon.start()
      #expect(try await daemon.owner("status")["payments_in_flight"] == 0)
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func anAppThatForgetsTheProviderTakesItsQuestionsAlong() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("latency", "LTC", "prepare", "60000")
      let approved = try await pay(app, "1")
      try await daemon.owner("approve", approved)
      let waiting = try await pay(app, "2")
      try await app.ask("disconnect", "--forget")
      #expect(try await daemon.questions("payment").isEmpty)
      for id in [approved, waiting] {
        #expect(try await daemon.console("approve", id).remarks.contains("was cancelled"))
      }
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func aMereDisconnectEndsNoQuestion() async throws {
    try await withPairedApp { daemon, app in
      let waiting = try await pay(app, "2")
      try await app.ask("disconnect")
      #expect(try await daemon.questions("payment").map { $0.text("id") } == [waiting])
      try await daemon.owner("approve", waiting)
      _ = try await eventually("it is paid") { try await daemon.broadcasts("LTC").count == 1 ? true : nil }
    }
  }

  // MARK: PIN

  @Test func aboveTheLimitNothingIsApprovedWithoutThePIN() async throws {
    try await withPairedApp { daemon, app in
      let (right, wrong) = (try file(daemon, "246824"), try file(daemon, "135713"))
      #expect(try await daemon.owner("pin", "status") == ["set": false])
      try await daemon.owner("pin", "set", "--above", "LTC=1", "--new-pin-file", right)
      #expect(try await daemon.owner("pin", "status")["above"] == ["LTC": "1"])

      let small = try await pay(app, "0.9")
      #expect(try await daemon.questions("payment").first?["needs_pin"] == false)
      try await daemon.owner("approve", small)

      let large = try await pay(app, "1")
      #expect(try await daemon.questions("payment").first?["needs_pin"] == true, "the fee counts")
      let without = try await daemon.console("approve", large)
      #expect(without.status == 77)
      #expect(without.remarks.contains("needs your PIN"))
      #expect(try await daemon.console("approve", large, "--pin-file", wrong).remarks.contains("4 tries are left"))
      #expect(try await app.ask("order-status", large)["payment_order"]?.text("state") == "awaiting_approval")
      try await daemon.owner("approve", large, "--pin-file", right)
      try await app.order(large, is: "in_flight")
      #expect(try await daemon.owner("pin", "status")["tries_left"] == 5)

      // The PIN is always required for a currency that is not named, for a higher limit, and for changing the PIN.
      let other = try await pay(app, "0.001", "XMR")
      #expect(try await daemon.console("approve", other).status == 77)
      try await daemon.owner("deny", other)
      let third = try await pay(app, "0.1")
      #expect(try await daemon.console("approve", third, "--always", "5/day").status == 77)
      #expect(try await daemon.console("pin", "clear").status == 77)
      #expect(try await daemon.console("pin", "set", "--new-pin-file", wrong).status == 77)
      try await daemon.owner("pin", "clear", "--pin-file", right)
      try await daemon.owner("approve", third, "--always", "5/day")
    }
  }

  /// Limits that were set before the PIN, and those of a configuration that is read anew at a start, are no way round it.
  @Test func noLimitLetsAPaymentThroughAboveThePIN() async throws {
    try await withPairedApp { daemon, app in
      let first = try await pay(app, "1")
      try await daemon.owner("approve", first, "--always", "50/week")
      try await app.order(first, is: "in_flight")
      // Approved by the limit, and not sent before the PIN is set.
      try await daemon.mock("status", "LTC", "unavailable")
      let waiting = try? await pay(app, "3")
      try await daemon.owner("pin", "set", "--above", "LTC=2", "--new-pin-file", try file(daemon, "246824"))
      try await daemon.mock("status", "LTC", "ready")
      let small = try await pay(app, "0.5")
      try await app.order(small, is: "in_flight")
      let large = try await pay(app, "2.5")
      let questions = try await daemon.questions("payment")
      #expect(questions.contains { $0.text("id") == large && $0["needs_pin"] == true })
      try await daemon.terminate()
      try await daemon.start()
      try await app.order(large, is: "awaiting_approval")
      if let waiting { try await app.order(waiting, is: "awaiting_approval") }
      #expect(try await daemon.broadcasts("LTC").count == 2)
      #expect(try await daemon.console("quota", "payport.payctl", "--open-invoices", "100000").status == 77)
    }
  }

  @Test func wrongPINsAreSlowedDownAlsoOverARestart() async throws {
    try await withPairedApp { daemon, app in
      let (right, wrong) = (try file(daemon, "246824"), try file(daemon, "135713"))
      try await daemon.owner("pin", "set", "--new-pin-file", right)
      let order = try await pay(app, "1")
      for left in [4, 3, 2] {
        let refused = try await daemon.console("approve", order, "--pin-file", wrong)
        #expect(refused.status == 77)
        #expect(refused.remarks.contains("\(left) tries are left"), "\(refused)")
      }
      await daemon.kill()
      try await daemon.start()
      #expect(try await daemon.owner("pin", "status")["tries_left"] == 2)
      #expect(try await daemon.console("approve", order, "--pin-file", wrong).remarks.contains("1 try is left"))
      #expect(try await daemon.console("approve", order, "--pin-file", wrong).remarks.contains("the next try is in"))
      // Now even the right PIN is not checked, and a restart of the daemon does not change that.
      await daemon.kill()
      try await daemon.start()
      let early = try await daemon.console("approve", order, "--pin-file", right)
      #expect(early.status == 77)
      #expect(early.remarks.contains("too many wrong PINs"))
      #expect(try await daemon.owner("pin", "status").text("next_try_at").isEmpty == false)
      #expect(try await daemon.console("pin", "clear", "--pin-file", right).remarks.contains("too many wrong PINs"))
      // Denying needs no PIN.
      try await daemon.owner("deny", order)
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func manyTriesAtOnceAreNoMoreThanFive() async throws {
    try await withPairedApp { daemon, app in
      let (right, wrong) = (try file(daemon, "246824"), try file(daemon, "135713"))
      try await daemon.owner("pin", "set", "--new-pin-file", right)
      let order = try await pay(app, "1")
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<12 {
          group.addTask { try await daemon.console("approve", order, "--pin-file", wrong).remarks }
        }
        return try await group.reduce(into: [String]()) { $0.append($1) }
      }
      #expect(answers.count { $0.contains("this is not your PIN") } == 5, "\(answers)")
      #expect(answers.count { $0.contains("too many wrong PINs") } == 7, "\(answers)")
    }
  }

  @Test func aPINIsChecked() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      #expect(try await daemon.console("pin", "set", "--new-pin-file", try file(daemon, "123")).status == 64)
      #expect(try await daemon.console("pin", "set", "--new-pin-file", "/nonexistent").status == 65)
      #expect(try await daemon.console("pin", "set").remarks.contains("nobody is there to type a PIN"))
      let good = try file(daemon, "1234")
      for above in ["LTC", "LTC=x", "DOGE=1", "LTC=0.123456789", "LTC=-1"] {
        let run = try await daemon.console("pin", "set", "--above", above, "--new-pin-file", good)
        #expect(run.status == 64, "\(above)")
      }
      #expect(try await daemon.console("pin", "clear").status == 65)
      #expect(try await daemon.owner("pin", "status") == ["set": false])
    }
  }

  // MARK: Lock

  @Test func aLockedWalletReceivesAndDoesNotPay() async throws {
    try await withPairedApp { daemon, app in
      let pin = try file(daemon, "246824")
      try await daemon.owner("pin", "set", "--above", "LTC=50", "--new-pin-file", pin)
      let sent = try await pay(app, "0.05")
      try await app.order(sent, is: "in_flight")
      let waiting = try await pay(app, "1")
      #expect(try await daemon.owner("lock")["locked"] == true)
      #expect(try await daemon.owner("lock")["changed"] == false)

      // Payments are refused, even those that need no approval. A repeated request still returns its order.
      try await app.refused("pay", "LTC", stranger, "0.05", reason: "wallet_locked", status: 75)
      try await app.refused("pay", "LTC", stranger, "2", reason: "wallet_locked", status: 75)
      let approving = try await daemon.console("approve", waiting)
      #expect(approving.status == 75)
      #expect(approving.remarks.contains("payd unlock"))
      let ready = try await app.ask("currencies")["currencies"]?.arrayValue?.map { $0.text("ready") }
      #expect(ready == ["locked", "locked"])

      // Money can still be received, and the payment that was sent is still observed.
      let invoice = try await app.ask("invoice", "LTC", "1")["invoice"] ?? .null
      try await daemon.mock("receive", invoice.text("address"), "1")
      try await daemon.mock("mine", "6")
      _ = try await app.invoice(invoice.text("invoice_id"), "settled") { $0.text("state") == "settled" }
      try await app.order(sent, is: "succeeded")

      #expect(try await daemon.console("unlock").status == 77)
      #expect(try await daemon.owner("unlock", "--pin-file", pin)["locked"] == false)
      #expect(try await daemon.owner("unlock")["changed"] == false)
      try await daemon.owner("approve", waiting)
      try await app.order(waiting, is: "in_flight")
      let after = try await app.ask("currencies")["currencies"]?.arrayValue?.map { $0.text("ready") }
      #expect(after == ["ready", "ready"])
    }
  }

  @Test func whatIsBeingBuiltWhenTheOwnerLocksDoesNotGoOut() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("latency", "LTC", "prepare", "600000")
      let order = try await pay(app, "1")
      try await daemon.owner("approve", order)
      try await daemon.owner("lock")
      try await daemon.mock("latency", "LTC", "prepare", "0")
      _ = try await eventually("it waits for the owner") {
        try await app.ask("order-status", order)["payment_order"]?.text("waiting_for") == "unlock" ? true : nil
      }
      #expect(try await daemon.broadcasts("LTC").isEmpty)
      try await daemon.owner("unlock")
      try await app.order(order, is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func whatWasApprovedBeforeTheLockWaitsForItsEndAlsoAfterACrash() async throws {
    try await withPairedApp { daemon, app in
      let order = try await pay(app, "1")
      // The wallet cannot build the payment yet, so it is approved and nothing was sent.
      try await daemon.mock("latency", "LTC", "prepare", "600000")
      try await daemon.owner("approve", order)
      try await daemon.owner("lock")
      await daemon.kill()
      try await daemon.start()
      #expect(try await daemon.owner("status")["locked"] == true)
      try await app.refused("pay", "LTC", stranger, "0.05", reason: "wallet_locked", status: 75)
      _ = try await eventually("it waits for the owner") {
        try await app.ask("order-status", order)["payment_order"]?.text("waiting_for") == "unlock" ? true : nil
      }
      #expect(try await daemon.broadcasts("LTC").isEmpty)
      try await daemon.owner("unlock")
      try await app.order(order, is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 1)
      await daemon.kill()
      try await daemon.start()
      #expect(try await daemon.owner("status")["locked"] == false)
    }
  }
}
