import JSON
import TestSupport
import Testing

/// The sessions of apps, their limits, and how often the owner is asked about them.
@Suite(.serialized) struct SessionTests {
  @Test func theOwnerSeesWhoIsConnectedAndEndsIt() async throws {
    try await withPairedApp { daemon, app in
      let events = try app.launch(["events"])
      let first = try await eventually("the app is listed") { () async throws -> JSONValue? in
        let sessions = try await daemon.owner("sessions")["sessions"]?.arrayValue ?? []
        return sessions.first { ($0["calls"]?.integerValue(as: Int.self) ?? 0) > 0 }
      }
      #expect(first.text("state") == "approved")
      #expect(first.text("app_id") == "payport.payctl")
      #expect(first.text("process").contains("payctl"))
      let table = try await daemon.console("sessions").succeeded()
      #expect(table.description.contains("approved"))

      let ended = try await daemon.console("sessions", "end", String(first.text("id").suffix(6))).succeeded()
      #expect(ended.description.contains("payd revoke"))
      // The app is still paired, and reconnects by itself.
      _ = try await eventually("the app is back") { () async throws -> Bool? in
        let sessions = try await daemon.owner("sessions")["sessions"]?.arrayValue ?? []
        return sessions.contains { $0.text("id") != first.text("id") } ? true : nil
      }
      try await events.interrupt()
      #expect(try await daemon.console("sessions", "end", "nobody").status == 65)
    }
  }

  @Test func anAppThatWaitsCanBeSentAway() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let (process, _, approval) = try await Client(daemon.runtime).beginPairing()
      let waiting = try await daemon.owner("sessions")["sessions"]?.arrayValue ?? []
      #expect(waiting.map { $0.text("state") } == ["pending"])
      #expect(waiting.map { $0.text("question_id") } == [approval])
      try await daemon.owner("sessions", "end", waiting.first?.text("id") ?? "")
      #expect(try await process.exit() == .code(77))
      #expect(try await daemon.questions("pairing").isEmpty)
      #expect(try await daemon.owner("sessions")["sessions"] == [])
    }
  }

  @Test func anAppCannotTakeAllPlaces() async throws {
    try await withPairedApp(Configurations.mock(limits: "sockets: 3, sockets_per_app: 2")) { daemon, app in
      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon)
      let greedy = [try app.launch(["events"]), try app.launch(["events"])]
      _ = try await eventually("both are connected") {
        try await daemon.owner("status")["sessions"] == 2 ? true : nil
      }
      try await app.refused("session", reason: "too_many_sessions", status: 75)
      #expect(try await other.ask("session").text("status") == "approved")
      for process in greedy { try await process.interrupt() }
    }
  }

  @Test func anAppThatWasDeniedIsAnsweredFromMemory() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let app = try Client(daemon.runtime)
      let (process, _, approval) = try await app.beginPairing()
      try await daemon.owner("deny", approval)
      #expect(try await process.exit() == .code(77))
      for _ in 0..<3 {
        let again = try await app.run("connect")
        #expect(again.status == 77)
        #expect(again.description.contains("may ask again in"))
      }
      #expect(try await daemon.questions("pairing").isEmpty)
      // The owner is still asked about another app.
      try await Client(daemon.runtime).pair(with: daemon)
    }
  }

  @Test func twoCommandsOfOneAppWaitForOneAnswer() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let app = try Client(daemon.runtime)
      let (first, _, approval) = try await app.beginPairing()
      let (second, code, same) = try await app.beginPairing()
      #expect(same == approval)
      #expect(try await daemon.questions("pairing").map { $0.text("id") } == [approval])
      try await first.interrupt()
      #expect(try await daemon.questions("pairing").map { $0.text("id") } == [approval])
      try await daemon.owner("approve", approval, "--code", code)
      #expect(try await second.exit() == .code(0))
    }
  }

  @Test func thePINGuardsPairingAnew() async throws {
    try await withPairedApp { daemon, app in
      let pin = try daemon.file("pin", "246824\n")
      try await daemon.console("pin", "set", "--new-pin-file", pin).succeeded()
      _ = try await app.ask("disconnect", "--forget")
      let (process, code, approval) = try await app.beginPairing()
      #expect(try await daemon.questions("pairing").first?["needs_pin"] == true)
      let refused = try await daemon.console("approve", approval, "--code", code)
      #expect(refused.status == 77)
      #expect(refused.remarks.contains("PIN"))
      #expect(process.isRunning)
      try await daemon.owner("approve", approval, "--code", code, "--pin-file", pin)
      #expect(try await process.exit() == .code(0))

      // Approving an app that can only be paid needs no PIN.
      let payee = try Client(daemon.runtime)
      let (waiting, digits, question) = try await payee.beginPairing()
      try await daemon.owner("approve", question, "--code", digits, "--scopes", "receive")
      #expect(try await waiting.exit() == .code(0))
    }
  }

  @Test func aNameIsTakenOnce() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let second = try Daemon(Configurations.mock(), runtime: daemon.runtime)
      let process = try second.launch()
      #expect(try await process.exit() == .code(69))
      #expect(process.lines(.error).contains { $0.contains("another provider called test runs") })
      #expect(daemon.published == ["test.json"])
      try await Client(daemon.runtime).pair(with: daemon)
    }
  }

  @Test func anOpenPayctlShowsTheDigitsAfterARevocation() async throws {
    try await withPairedApp { daemon, app in
      let window = try await TerminalWindow([BuiltPrograms.path("payctl")] + app.folders)
      do {
        try await window.shows("payport>")
        let key = try await app.ask("session")["app"]?.text("key") ?? ""
        try await daemon.owner("revoke", key)
        try await window.type("orders", enter: true)
        // It may first report what has happened. Then the next command asks for the pairing.
        let answer = try await eventually("it answers") { () async throws -> String? in
          let screen = try await window.screen()
          return screen.contains("payctl connect") || screen.contains("Pairing code:") ? screen : nil
        }
        if !answer.contains("Pairing code:") { try await window.type("orders", enter: true) }
        try await window.shows("Pairing code:")
        try await window.shows("payd approve --code")
      } catch {
        try? await window.close()
        throw error
      }
      try await window.close()
    }
  }
}
