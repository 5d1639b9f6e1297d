import JSON
import Platform
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What owners get wrong when they configure a real wallet for the first time: `payd check` tells each of it in words, with
/// what to type.
@Suite(
  .serialized, .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")
)
struct ConfigurationMistakeTests {
  /// One mistake: the line of the configuration and what stands there instead, and what is told.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let key: String
    let line: String
    let told: [String]
    var testDescription: String { line.isEmpty ? "no \(key)" : line }

    init(_ key: String, _ line: String, _ told: String...) {
      (self.key, self.line, self.told) = (key, line, told)
    }
  }

  private static let mistakes = [
    Mistake(
      "url", "url: http://127.0.0.1:1", "Nothing answers at http://127.0.0.1:1", "Start litecoind, or correct url in "),
    Mistake("url", "url: 127.0.0.1:9332", "url", "http://"),
    Mistake("url", "url: http://192.0.2.1:9332", "url"),
    Mistake("password", "password: wrong", "refuses the user name or the password", "leave user out"),
    Mistake("user", "user: rpcuser", "refuses the user name or the password", "rpcuser and rpcpassword"),
    Mistake("chain", "chain: main", "serves regtest, and the configuration says main", "Correct chain or url in "),
    Mistake("chain", "chain: mainnet", "line 10: ", "chain must be"),
    Mistake(
      "wallet", "wallet: nobody", "no wallet \"nobody\" loaded", "\"payer\", \"shop\"", "Write one of these names"),
    Mistake("wallet", "", "has several wallets loaded", "Write the name of one of them"),
    Mistake("confirmations", "confirmatons: 2", "confirmatons is not a known key", "confirmations"),
    Mistake("confirmations", "limits: {per_period: 1,5, period: day}", "line 11: ", "with a point"),
    Mistake("confirmations", "\tconfirmations: 2", "line 11", "tab"),
  ]

  private static func check(_ daemon: Daemon) async throws -> ProgramRun {
    chmod(daemon.configuration, 0o600)
    return try await daemon.console("check", "--config", daemon.configuration, "--json")
  }

  private static func failures(_ run: ProgramRun) -> String {
    let entries = (run.json["checks"]?.arrayValue ?? []).filter { $0.text("result") != "ok" }
    return entries.map { $0.text("text") + " " + $0.text("advice") }.joined(separator: "\n")
  }

  @Test func eachIsToldWithWhatToDo() async throws {
    try await LitecoinRegtest.with { litecoin in
      let right = litecoin.configuration(wallet: "payer", times: "poll: 1s")
      let daemon = try Daemon(right)
      for mistake in Self.mistakes {
        let lines = right.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
          guard line.contains(" \(mistake.key): ") else { return String(line) }
          return mistake.line.isEmpty ? nil : "    " + mistake.line
        }
        try daemon.configure(lines.joined(separator: "\n"))
        let run = try await Self.check(daemon)
        let told = Self.failures(run)
        #expect(run.status != 0, "\(mistake.testDescription): \(run)")
        for words in mistake.told { #expect(told.contains(words), "\(mistake.testDescription): \(told)") }
      }
    }
  }

  /// Debian's litecoind has a password and no user, and writes no cookie.
  @Test func thePasswordOfDebianIsToldWhereTheCookieIsMissing() async throws {
    try await LitecoinRegtest.with { litecoin in
      let daemon = try Daemon(litecoin.configuration(wallet: "payer", times: "poll: 1s"))
      let yaml = litecoin.configuration(wallet: "payer", times: "poll: 1s").split(separator: "\n")
        .filter { !$0.contains(" password: ") }
        .map { $0.contains(" user: ") ? "    cookie_file: \(litecoin.folder)/regtest/.cookie" : String($0) }
      try daemon.configure(yaml.joined(separator: "\n"))
      let told = Self.failures(try await Self.check(daemon))
      #expect(told.contains("is missing, or cannot be read"), "\(told)")
      #expect(
        told.contains("has an rpcpassword, as Debian's has") && told.contains("or nothing where it has none"), "\(told)"
      )
    }
  }

  /// What is advised works when it is typed, but for the place of this chain.
  @Test func aWalletThatIsNotLoadedIsLoadedByWhatIsAdvised() async throws {
    try await LitecoinRegtest.with { litecoin in
      try await litecoin.rpc("unloadwallet", ["shop"])
      try await litecoin.rpc("unloadwallet", ["payer"])
      let daemon = try Daemon(litecoin.configuration(wallet: "payer", times: "poll: 1s"))
      let told = Self.failures(try await Self.check(daemon))
      let advice = try #require(told.split(separator: "Load it with: ").last.map(String.init), "\(told)")
      let words = advice.split(separator: " ").map { $0.filter { $0 != "\"" } }
      #expect(words.prefix(3) == ["litecoin-cli", "-regtest", "loadwallet"], "\(advice)")
      try await litecoin.rpc(words[2], [.string(words[3].split(separator: "\n")[0].description)])
      #expect(try await Self.check(daemon).status == 0)
    }
  }

  @Test func aLockedWalletIsToldWithTheCommandForItsChain() async throws {
    try await LitecoinRegtest.with { litecoin in
      try await litecoin.rpc("encryptwallet", ["a passphrase"], wallet: "shop")
      let daemon = try Daemon(litecoin.configuration(wallet: "shop", times: "poll: 1s"))
      let told = Self.failures(try await Self.check(daemon))
      #expect(told.contains("encrypted and locked"), "\(told)")
      #expect(told.contains("litecoin-cli -regtest -stdinwalletpassphrase walletpassphrase 3600"), "\(told)")
    }
  }
}
