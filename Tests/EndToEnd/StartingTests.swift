import JSON
import Platform
import TestSupport
import Testing

/// The reasons for which `payd` does not start, with messages and exit status.
@Suite(.serialized) struct StartingTests {
  /// Starts a daemon that must end by itself; returns what it printed.
  private func refusal(
    _ daemon: Daemon, status: Int32, location: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let process = try daemon.launch()
    #expect(try await process.exit() == .code(status), sourceLocation: location)
    let words = process.lines(.error).joined(separator: "\n")
    #expect(words.contains("payd: "), "\(words)", sourceLocation: location)
    #expect(!words.contains("payd: ready"), "\(words)", sourceLocation: location)
    #expect(daemon.published.isEmpty || daemon.published == ["test.json"], sourceLocation: location)
    return words
  }

  @Test func aSecondOneOnTheSameState() async throws {
    try await withPairedApp { daemon, app in
      let first = try #require(daemon.process)
      let second = try ChildProcess(
        BuiltPrograms.path("payd"), ["run", "--config", daemon.configuration] + daemon.folders)
      #expect(try await second.exit() == .code(69))
      #expect(second.lines(.error).joined().contains("pid \(first.pid)"))
      // The first daemon is not affected.
      #expect(daemon.published == ["test.json"])
      #expect(daemon.hasOwnerSocket)
      #expect(try await app.ask("session").text("status") == "approved")
    }
  }

  @Test func configurationsThatMakeNoSense() async throws {
    let cases: [(yaml: String, words: String)] = [
      ("name: test\nlimits:\n  sokets: 3\n", "line 3: limits.sokets is not a known key"),
      ("limits:\n  prompts_per_app: 3\n", "line 2: limits.prompts_per_app is called questions_per_app now"),
      ("name: test\nname: again\n", "line"), ("name: Test Wallet\n", "name must be"),
      ("limits: {sockets: many}\n", "line 1: limits.sockets must be a whole number"),
      ("times: {poll: 5}\n", "must be a duration"), ("wallets: []\n", "at least one wallet"),
      ("wallets:\n  - type: gold\n", "line 2"), ("wallets:\n  - {type: mock, currencies: [DOGE]}\n", "DOGE"),
      ("wallets:\n  - {type: mock, currencies: [LTC]}\n  - {type: mock, currencies: [LTC]}\n", "two wallets"),
      ("listen: {port: 70000}\n", "line 1: listen.port"), ("a: [1,\n", "line"), ("- 1\n", "must be a mapping"),
    ]
    let daemon = try Daemon("", ledgerInFile: true)
    for (yaml, words) in cases {
      try daemon.configure(yaml)
      let said = try await refusal(daemon, status: 78)
      #expect(said.contains(words), "\(yaml): \(said)")
    }
  }

  @Test func aConfigurationThatCannotBeRead() async throws {
    let daemon = try Daemon("")
    unlink(daemon.configuration)
    #expect(try await refusal(daemon, status: 78).contains(daemon.configuration))
    mkdir(daemon.configuration, 0o700)
    #expect(try await refusal(daemon, status: 78).contains(daemon.configuration))
    rmdir(daemon.configuration)
    // An empty configuration is valid.
    try daemon.configure("")
    try await daemon.start()
    #expect(try await daemon.owner("status").text("name") == "wallet")
    #expect(try await daemon.terminate() == .code(0))
  }

  @Test func aPortInUse() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let url = try await daemon.owner("status").text("url")
      let port = url.dropLast("/v1".count).split(separator: ":").last ?? ""
      let second = try Daemon(Configurations.mock(more: "listen: {port: \(port)}"))
      #expect(try await refusal(second, status: 69).contains("cannot open the app door"))
      #expect(!second.hasOwnerSocket)
    }
  }

  @Test func foldersThatOthersCanUse() async throws {
    let daemon = try Daemon(Configurations.mock())
    mkdir(daemon.state, 0o755)
    #expect(try await refusal(daemon, status: 77).contains(daemon.state))
    chmod(daemon.state, 0o700)
    mkdir(daemon.runtime, 0o700)
    mkdir(daemon.runtime + "/providers", 0o777)
    chmod(daemon.runtime + "/providers", 0o777)
    #expect(try await refusal(daemon, status: 77).contains(daemon.runtime))
    #expect(!daemon.hasOwnerSocket)
  }

  @Test func commandLinesThatMakeNoSense() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      #expect(try await daemon.console("frobnicate").status == 64)
      #expect(try await daemon.console("approve").status == 64)
      #expect(try await daemon.console("approve", "pair_nothing", "--code", "123456").status == 65)
      #expect(try await daemon.console("deny", "ord_nothing").status == 65)
      #expect(try await daemon.console("revoke", "nobody").status == 65)
      #expect(try await daemon.console("mock", "receive", "nowhere", "1").status == 64)
      #expect(try await daemon.console("mock", "mine", "0").status == 64)
      let app = try Client(daemon.runtime)
      try await app.refused("frobnicate", reason: "usage", status: 64)
      try await app.refused("pay", "LTC", reason: "usage", status: 64)
      try await app.refused("order-status", "inv_aaaa", reason: "usage", status: 64)
    }
    let nobody = try Daemon(Configurations.mock())
    let status = try await nobody.console("status")
    #expect(status.status == 69)
    #expect(status.remarks.contains("payd run"))
  }
}
