import JSON
import MockWallet
import Platform
import TestSupport
import Testing

/// A configuration that changes while payd runs.
@Suite(.serialized) struct ReloadTests {
  private static func changes(_ answer: JSONValue) -> [String: Bool] {
    Dictionary(
      uniqueKeysWithValues: (answer["changes"]?.arrayValue ?? []).map {
        ($0.text("key"), $0["applied"]?.boolValue ?? false)
      })
  }

  private static func yaml(
    times: String = "", ask: String = "above 0.1", perPeriod: Int = 1000, more: String = "", limits: String = ""
  ) -> String {
    """
    name: test
    times: {poll: 1s\(times)}
    limits: {\(limits)}
    \(more)
    wallets:
      - type: mock
        currencies: [LTC, XMR]
        balance: 100
        limits: {LTC: {ask: \(ask), per_period: \(perPeriod)}}
    """
  }

  /// Who can write the file need not be the owner: what it changes of the limits is told, however it came to apply.
  @Test func otherLimitsAreToldAndRecordedAlsoAfterARestart() async throws {
    try await withPairedApp(Self.yaml()) { daemon, _ in
      func recorded() async throws -> [(before: String, after: String)] {
        let entries = try await daemon.owner("audit")["entries"]?.arrayValue ?? []
        return entries.filter { $0.text("kind") == "limits.configured" }.map {
          ($0["detail"]?["before"]?.text("per_period") ?? "", $0["detail"]?["limits"]?.text("per_period") ?? "")
        }
      }
      #expect(try await recorded().isEmpty, "the first limits are no change")
      try daemon.configure(Self.yaml(perPeriod: 2000))
      try await daemon.owner("reload")
      #expect(try await recorded().map(\.after) == ["2000"])
      try await daemon.terminate()
      try daemon.configure(Self.yaml(perPeriod: 3000))
      try await daemon.start()
      let all = try await recorded()
      #expect(all.map(\.before) == ["1000", "2000"], "\(all)")
      #expect(all.map(\.after) == ["2000", "3000"])
      let process = try #require(daemon.process)
      try await daemon.terminate()
      let told = process.lines(.error).count { $0.contains("the configuration has other limits than before") }
      #expect(told == 1)
      // What stays as it is leaves nothing.
      try await daemon.start()
      #expect(try await recorded().count == 2)
    }
  }

  @Test func whatCanChangeChangesAtOnceAndTheRestIsTold() async throws {
    try await withPairedApp(Self.yaml()) { daemon, app in
      #expect(try await daemon.owner("reload")["changes"]?.arrayValue?.isEmpty == true)
      let watching = try app.launch(["events", "--from", "0"])
      let session = try await eventually("an app is connected") { try await Self.sessions(daemon).first }
      try daemon.configure(
        Self.yaml(
          times: ", approval: 90s, net: 20s", ask: "above 0.5", more: "listen: {port: 21741}\nnotifications: off",
          limits: "questions: 2, sockets: 9"))
      let said = Self.changes(try await daemon.owner("reload"))
      #expect(
        said == [
          "times.approval": true, "times.net": true, "listen.port": false, "limits.questions": true,
          "limits.sockets": false, "notifications": true, "wallets.LTC.limits": true,
        ])
      // The session goes on, and what was applied holds: 0.3 was too much before.
      #expect(try await Self.sessions(daemon).contains(session) && watching.isRunning)
      let order = try await Self.pay(app, "0.3")
      try await app.order(order, is: "in_flight")
      // What needs a restart is told until then; what was applied is not told again.
      #expect(Self.changes(try await daemon.owner("reload")) == ["listen.port": false, "limits.sockets": false])
      #expect(try await daemon.console("audit").result.output.contains { $0.contains("configuration.changed") })
      // The limits of payments that wait for an answer.
      _ = try await Self.pay(app, "5")
      _ = try await Self.pay(app, "6")
      try await app.refused("pay", "LTC", Self.stranger, "7", reason: "too_many_questions", status: 75)
    }
  }

  @Test func aSignalDoesTheSameAndABrokenFileChangesNothing() async throws {
    try await withPairedApp(Self.yaml()) { daemon, app in
      let process = try #require(daemon.process)
      for (broken, why) in [
        ("times: {poll: 5}\n", "must be a duration"), ("limits: {socks: 1}\n", "line 1: limits.socks"),
        ("a: [1,\n", "line"),
        (Self.yaml(ask: "above 0.000000001"), "decimal places"),
      ] {
        try daemon.configure(broken)
        process.signal(SIGHUP)
        let line = try await process.line(containing: "the configuration was not changed", on: .error)
        #expect(line.contains(why), "\(line)")
        let refused = try await daemon.console("reload")
        #expect(refused.status == 65 && refused.result.error.joined().contains(why), "\(refused)")
        _ = try await process.line(containing: "the configuration was not changed", on: .error)
      }
      unlink(daemon.configuration)
      #expect(try await daemon.console("reload").result.error.joined().contains("cannot read the configuration"))
      // The former one holds.
      let asked = try await app.ask("pay", "LTC", Self.stranger, "0.3")["payment_order"]?.text("state")
      #expect(asked == "awaiting_approval" || asked == "received")
      try daemon.configure(Self.yaml(ask: "above 0.5", more: "time_zone: Europe/Berlin"))
      process.signal(SIGHUP)
      let line = try await process.line(containing: "the configuration was read again", on: .error)
      #expect(line.contains("applied=wallets.LTC.limits") && line.contains("needs_restart=time_zone"), "\(line)")
      try await app.order(try await Self.pay(app, "0.3"), is: "in_flight")
    }
  }

  /// The connections that are open.
  private static func sessions(_ daemon: Daemon) async throws -> [String] {
    (try await daemon.owner("sessions")["sessions"]?.arrayValue ?? []).map { $0.text("id") }
  }

  private static let stranger = MockAddress.example(currency: "LTC")

  private static func pay(_ app: Client, _ amount: String) async throws -> String {
    try await app.ask("pay", "LTC", stranger, amount)["payment_order"]?.text("order_id") ?? ""
  }
}
