import JSON
import TestSupport
import Testing

@Suite(.serialized) struct PairingTests {
  @Test func aCodeTypedByTheOwnerLetsAnAppIn() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      #expect(daemon.published == ["test.json"])
      let app = try Client(daemon.runtime)
      let (process, code, approval) = try await app.beginPairing()

      let waiting = try await daemon.questions("pairing")
      #expect(waiting.map { $0.text("id") } == [approval])
      #expect(waiting.first?.text("app_id") == "payport.payctl")
      #expect(waiting.first?["scopes"]?.arrayValue?.contains("balance") == true)

      let wrong = code == "000000" ? "000001" : "000000"
      let refusal = try await daemon.console("approve", approval, "--code", wrong)
      #expect(refusal.status == 77)
      #expect(refusal.remarks.contains("2 tries are left"))
      #expect(process.isRunning)

      let missing = try await daemon.console("approve", approval)
      #expect(missing.status == 64)
      #expect(missing.remarks.contains("--code"))

      try await daemon.owner("approve", approval, "--code", code)
      #expect(try await process.exit() == .code(0))
      let session = try JSONValue(parsing: Array((process.lines(.output).last ?? "").utf8))
      try Checked.result(session, of: ["connect"], #_sourceLocation)
      // The scopes for balance and proofs are never granted just because an app asks for them.
      #expect(session["grants"]?["scopes"] == ["receive", "pay", "statement"])
      try await app.refused("balance", "LTC", reason: "scope_not_granted", status: 77)

      // From now on the app is admitted without a question.
      let again = try await app.ask("session")
      #expect(again.text("status") == "approved")
      #expect(try await daemon.questions("pairing").isEmpty)
      let apps = try await daemon.owner("apps")["apps"]?.arrayValue ?? []
      #expect(apps.map { $0.text("status") } == ["approved"])
    }
  }

  /// Whoever lets an app pay is told what it may pay without a question.
  @Test func aYesTellsWhatLeavesWithoutAQuestion() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let app = try Client(daemon.runtime)
      let (process, code, approval) = try await app.beginPairing()
      let asked = try #require(try await daemon.questions("pairing").first?["unasked"]?["LTC"])
      let receiving = try await daemon.owner("approve", approval, "--code", code, "--scopes", "receive")
      #expect(receiving["scopes"] == ["receive"] && receiving["unasked"] == nil)
      #expect(try await process.exit() == .code(0))

      let granted = try await daemon.owner("grant", "payport.payctl", "receive,pay")
      #expect(granted["unasked"]?["LTC"] == asked && asked.text("ask_above") == "0.1", "\(granted)")
      #expect(granted["unasked"]?["XMR"] == nil, "each payment of it is asked about")
      let elsewhere = try await daemon.owner("grant", "payport.payctl", "receive,pay", "--currencies", "XMR")
      #expect(elsewhere["unasked"] == nil)
      let words = "without asking you: up to 0.1 LTC each, 1000 LTC a day"
      let text = try await daemon.console("grant", "payport.payctl", "pay", "--currencies", "LTC").succeeded()
      #expect(text.result.output.joined(separator: " ").contains(words), "\(text.result.output)")

      let second = try Client(daemon.runtime)
      let other = try await second.beginPairing()
      let yes = try await daemon.console(
        "approve", other.approval, "--code", other.code, "--scopes", "receive,pay"
      ).succeeded().result.output.joined(separator: " ")
      #expect(yes.contains("it may: receive, pay; \(words)"), "\(yes)")
      #expect(try await other.process.exit() == .code(0))
      #expect(try await second.ask("session").text("status") == "approved")
      // What the PIN guards does not leave without it.
      let pin = try daemon.file("pin", "246824\n")
      try await daemon.owner("pin", "set", "--above", "LTC=0.04", "--new-pin-file", pin)
      let key = try await daemon.owner("apps")["apps"]?.arrayValue?.first?["app"]?.text("key") ?? ""
      let guarded = try await daemon.owner("grant", key, "pay", "--currencies", "LTC", "--pin-file", pin)
      #expect(guarded["unasked"]?["LTC"]?.text("ask_above") == "0.04")
    }
  }

  @Test func threeWrongCodesLockPairing() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let (process, code, approval) = try await Client(daemon.runtime).beginPairing()
      let wrong = code == "123456" ? "654321" : "123456"
      for _ in 0..<2 { #expect(try await daemon.console("approve", approval, "--code", wrong).status == 77) }
      let third = try await daemon.console("approve", approval, "--code", wrong)
      #expect(third.status == 77)
      #expect(third.remarks.contains("locked until"))
      // Then the right code is too late, and nobody else can pair either.
      #expect(try await daemon.console("approve", approval, "--code", code).status == 77)
      #expect(try await daemon.questions("pairing").isEmpty)
      try await Client(daemon.runtime).refused("connect", reason: "pairing_locked", status: 75)
      #expect(try await process.exit() == .code(75))
      #expect(process.lines(.output).last?.contains("\"pairing_locked\"") == true)
      #expect(try await daemon.owner("status")["apps"] == 0)
    }
  }

  @Test func aDeniedAppIsTold() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let (process, _, approval) = try await Client(daemon.runtime).beginPairing()
      try await daemon.owner("deny", approval)
      #expect(try await process.exit() == .code(77))
      #expect(process.lines(.output).last?.contains("\"pairing_denied\"") == true)
      #expect(try await daemon.console("deny", approval).status == 65)
    }
  }

  @Test func anAppThatIsNotPairedGetsNothing() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let app = try Client(daemon.runtime)
      // Where nobody can type, a command does not wait for the owner unless it is told to.
      let refused = try await app.refused("new-address", "LTC", reason: "pairing_pending", status: 77)
      #expect(refused.text("advice").contains("payctl connect"))
      #expect(try await app.refused("connect", "--no-pair", reason: "pairing_pending", status: 77) == refused)
      let asking = try app.launch(["new-address", "LTC", "--pair"])
      let line = try await asking.line(containing: "\"pairing\"", on: .error)
      #expect(line.contains("\"code\""))
      #expect(asking.lines(.output).isEmpty)
      // The question of an app that gives up is withdrawn.
      #expect(try await asking.interrupt() == .code(130))
      _ = try await eventually("the question is withdrawn") {
        try await daemon.questions("pairing").isEmpty ? true : nil
      }
    }
  }

  @Test func theOwnerTakesAPermissionBack() async throws {
    try await withPairedApp { daemon, app in
      let events = try app.launch(["events"])
      _ = try await eventually("the app is connected") {
        try await daemon.owner("status")["sessions"] == 1 ? true : nil
      }
      let key = try await app.ask("session")["app"]?.text("key") ?? ""
      try await daemon.owner("revoke", key)
      // The open session ends at once.
      #expect(try await events.exit() == .code(77))
      #expect(events.lines(.output).last?.contains("\"app_revoked\"") == true)
      #expect(try await daemon.owner("status")["sessions"] == 0)
      #expect(try await daemon.console("revoke", key).status == 65)

      // The app is unknown again.
      let (process, code, approval) = try await app.beginPairing()
      try await daemon.owner("approve", approval, "--code", code, "--scopes", "receive")
      #expect(try await process.exit() == .code(0))
      #expect(try await app.ask("session")["grants"]?["scopes"] == ["receive"])
      try await app.refused("orders", reason: "scope_not_granted", status: 77)
    }
  }

  @Test func anAppLeaves() async throws {
    try await withPairedApp { daemon, app in
      #expect(try await app.ask("disconnect")["forgotten"] == false)
      #expect(try await app.ask("session").text("status") == "approved")
      #expect(try await app.ask("disconnect", "--forget")["forgotten"] == true)
      let (process, _, approval) = try await app.beginPairing()
      #expect(try await daemon.questions("pairing").map { $0.text("id") } == [approval])
      try await process.interrupt()
    }
  }
}
