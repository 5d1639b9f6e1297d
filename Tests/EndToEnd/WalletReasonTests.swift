import JSON
import Platform
import TestSupport
import Testing

/// A real wallet that is configured wrongly says why: to its owner with everything needed to mend it, to an app in one
/// word, and in the log once.
@Suite(.serialized) struct WalletReasonTests {
  /// The mistakes in the configuration of a real daemon, as changes of a configuration that works.
  private struct Mistake {
    let name: String
    let from: String
    let to: String
    let reason: String
    /// Words of `payd status`: what is wrong, and what to do.
    let words: [String]
  }

  /// Runs a daemon with a mistake, and checks what everybody is told.
  private static func check(_ mistake: Mistake, _ yaml: String, currency: String, secrets: [String]) async throws {
    let wrong = yaml.replacing(mistake.from, with: mistake.to)
    try #require(wrong != yaml, "\(mistake.name)")
    try await Daemon.with(wrong) { daemon in
      let app = try Client(daemon.runtime)
      try await app.pair(with: daemon)
      // The answer is checked against its schema.
      let info = try await eventually("\(mistake.name): \(mistake.reason)") {
        let info = try await app.ask("currencies")["currencies"]?[0] ?? .null
        return info.text("reason") == mistake.reason ? info : nil
      }
      #expect(info.text("ready") == "unavailable", "\(mistake.name)")

      let status = try await daemon.console("status").succeeded().result.output.joined(separator: "\n")
      let words = status.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for expected in mistake.words { #expect(words.contains(expected), "\(mistake.name): \(status)") }
      let trouble = try await daemon.owner("status")["currencies"]?[0]?["trouble"] ?? .null
      #expect(trouble.text("reason") == mistake.reason)

      // All looks at the wallet since the start have found the same, and only the first of them is told of.
      let lines = { (daemon.process?.lines(.error) ?? []).filter { $0.contains("wallet status") } }
      _ = try await app.run("balance", currency)
      #expect(lines().count == 1, "\(mistake.name): \(lines())")
      #expect(lines().allSatisfy { $0.contains("reason=\(mistake.reason)") }, "\(lines())")

      let refused = try await app.run("new-address", currency)
      let error = refused.json["error"] ?? .null
      #expect(error["data"]?.text("wallet") == mistake.reason, "\(refused)")
      // What an app is told has neither URL nor names.
      for hidden in ["127.0.0.1", "payer", "http"] {
        #expect(!info.text().contains(hidden) && !error.text().contains(hidden), "\(mistake.name)")
      }
      let printed = status + (daemon.process?.lines(.error) ?? []).joined() + refused.description
      for secret in secrets { #expect(!printed.contains(secret), "\(mistake.name)") }
    }
  }

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func ofLitecoin() async throws {
    try await LitecoinRegtest.with { litecoin in
      let yaml = litecoin.configuration(wallet: "payer", times: "poll: 200ms", more: "timeout_seconds: 3")
      let port = try #require(freePort())
      let mistakes = [
        Mistake(
          name: "no daemon", from: litecoin.url, to: "http://127.0.0.1:\(port)", reason: "not_running",
          words: [
            "LTC: unavailable", "http://127.0.0.1:\(port) (litecoind): the connection is refused",
            "Start litecoind, or correct url in /",
          ]),
        Mistake(
          name: "wrong password", from: "password: \(litecoin.password)", to: "password: hunter2hunter2",
          reason: "unauthorized",
          words: ["refuses the user name or the password", "Correct user and password in /", "rpcpassword"]),
        Mistake(
          name: "wrong name", from: "wallet: payer", to: "wallet: payre", reason: "no_wallet",
          words: [#"no wallet "payre" loaded"#, #"It has loaded: "payer", "shop"."#, "as wallet into /"]),
        Mistake(
          name: "no name", from: "wallet: payer", to: #"wallet: """#, reason: "no_wallet",
          words: [#"several wallets loaded"#, #""payer", "shop""#, "Write the name of one of them as wallet into /"]),
        Mistake(
          name: "wrong chain", from: "chain: regtest", to: "chain: main", reason: "wrong_network",
          words: ["serves regtest, and the configuration says main", "Correct chain or url in /"]),
      ]
      for mistake in mistakes {
        try await Self.check(
          mistake, yaml, currency: "LTC", secrets: ["hunter2hunter2", litecoin.password])
      }
      // The log tells each change once, also when the daemon comes and goes.
      try await Daemon.with(yaml) { daemon in
        let process = try #require(daemon.process)
        // The first look may be told of before or after the line that says that apps can connect.
        _ = try await eventually("it is ready") {
          process.lines(.error).contains { $0.contains("status=ready") } ? true : nil
        }
        try await litecoin.stop()
        _ = try await process.line(containing: "reason=not_running", on: .error)
        try await litecoin.start()
        _ = try await eventually("it is ready again") {
          process.lines(.error).count { $0.contains("status=ready") } == 2 ? true : nil
        }
      }
    }
  }

  @Test(.enabled(if: MoneroRegtest.isInstalled, "Monero is not installed")) func ofMonero() async throws {
    try await MoneroRegtest.with { monero in
      let yaml = monero.configuration(.payer, times: "poll: 200ms", more: "timeout_seconds: 5")
      let port = try #require(freePort())
      let nobody = "http://127.0.0.1:\(port)"
      let mistakes = [
        Mistake(
          name: "no wallet", from: "url: \(monero.url(.payer))", to: "url: \(nobody)", reason: "not_running",
          words: [
            "\(nobody) (monero-wallet-rpc): the connection is refused", "Start monero-wallet-rpc, or correct url",
          ]
        ),
        Mistake(
          name: "no daemon", from: "daemon: \(monero.daemonURL)", to: "daemon: \(nobody)", reason: "not_running",
          words: ["\(nobody) (monerod): the connection is refused", "Start monerod, or correct daemon"]),
        Mistake(
          name: "wrong password", from: "password: \(monero.password)", to: "password: hunter2hunter2",
          reason: "unauthorized", words: ["refuses the user name or the password", "--rpc-login"]),
        Mistake(
          name: "wrong network", from: "network: regtest", to: "network: stagenet", reason: "wrong_network",
          words: ["serves fakechain, and the configuration says stagenet", "Correct network or daemon"]),
        Mistake(
          name: "no such account", from: "confirmations: 2", to: "confirmations: 2\n    account: 999",
          reason: "no_wallet", words: ["has no account 999", "Correct account in /"]),
      ]
      for mistake in mistakes {
        try await Self.check(mistake, yaml, currency: "XMR", secrets: ["hunter2hunter2", monero.password])
      }
    }
  }

  /// What the owner locked is no fault of the wallet, and an app can tell them apart.
  @Test func ofTheOwnersLock() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.owner("lock")
      let info = try await app.ask("currencies")["currencies"]?[0] ?? .null
      #expect(info.text("ready") == "locked" && info.text("reason") == "owner_locked")
      let status = try await daemon.console("status").succeeded().result.output
      #expect(status.first == "LOCKED: nothing is paid until you unlock it: payd unlock")
      #expect(status.contains { $0.contains("MADE-UP MONEY") })
      #expect(status.allSatisfy { $0.utf8.count <= 80 || $0.contains("/") }, "\(status)")

      try await daemon.owner("unlock")
      try await daemon.mock("status", "LTC", "unavailable")
      _ = try await eventually("the app is told") {
        let list = try await app.ask("currencies")["currencies"]?.arrayValue ?? []
        return list.first { $0.text("code") == "LTC" }?.text("reason") == "not_running" ? true : nil
      }
      let words = try app.launchForPeople("currencies")
      #expect(try await words.exit() == .code(0))
      #expect(words.lines(.output).contains { $0.contains("LTC is unavailable: its program does not run.") })
      let refused = try app.launchForPeople("new-address", "LTC")
      #expect(try await refused.exit() == .code(69))
      #expect(refused.lines(.error).contains { $0.contains("The wallet cannot be used: its program does not run.") })
    }
  }
}
