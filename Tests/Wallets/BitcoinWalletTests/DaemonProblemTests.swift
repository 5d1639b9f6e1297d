import BitcoinWallet
import JSON
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// What the owner is told of each mistake in a daemon's configuration, with a simulated daemon.
@Suite struct DaemonProblemTests {
  private typealias Daemon = ScriptedDaemon

  private static func node(_ more: String, chain: String = "regtest", blocks: Int = 7, headers: Int = 7) -> String {
    #"{"chain":"\#(chain)","blocks":\#(blocks),"headers":\#(headers),"initialblockdownload":false\#(more)}"#
  }

  /// A mistake by the answers that it changes, and what is to be found.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let answers: [String: String]
    let found: @Sendable (WalletEndpoint) -> WalletProblem?
    let reason: WalletReason?

    var testDescription: String { name }
  }

  static let mistakes: [Mistake] = [
    Mistake(name: "none", answers: [:], found: { _ in nil }, reason: nil),
    Mistake(
      name: "another chain", answers: ["getblockchaininfo": node("", chain: "main")],
      found: { .wrongNetwork(expected: "regtest", found: "main", $0) }, reason: .wrongNetwork),
    Mistake(
      name: "a chain that would change the terminal", answers: ["getblockchaininfo": node("", chain: #"a\u001b[2J"#)],
      found: { .wrongNetwork(expected: "regtest", found: "a?[2J", $0) }, reason: .wrongNetwork),
    Mistake(
      name: "a daemon of another currency",
      answers: ["getnetworkinfo": #"{"version":270000,"subversion":"/Satoshi:27.0.0/"}"#],
      found: { .wrongNetwork(expected: "Litecoin", found: "Bitcoin", $0) }, reason: .wrongNetwork),
    Mistake(
      name: "too old", answers: ["getnetworkinfo": #"{"version":180100,"subversion":"/LitecoinCore:0.18.1/"}"#],
      found: { .tooOld(found: "0.18.1", needed: "0.21.0", $0) }, reason: .tooOld),
    Mistake(
      name: "a user who may not ask for the version", answers: ["getnetworkinfo": "!-32601 no"], found: { _ in nil },
      reason: nil),
    Mistake(
      name: "another name",
      answers: [
        "getwalletinfo": "!-18 Requested wallet does not exist or is not loaded", "listwallets": #"["a",""]"#,
        "listwalletdir": #"{"wallets":[{"name":"b\nc"},{"name":"a"}]}"#,
      ],
      found: { .walletNotFound(name: "my wallet/1", loaded: ["", "a"], stored: ["a", "b?c"], $0) }, reason: .noWallet),
    Mistake(
      name: "another name, and no list of wallets", answers: ["getwalletinfo": "!-18 no"],
      found: { .walletNotFound(name: "my wallet/1", loaded: [], stored: [], $0) }, reason: .noWallet),
    Mistake(
      name: "no name, and several wallets", answers: ["getwalletinfo": "!-19 which", "listwallets": #"["a","b"]"#],
      found: { .walletNotChosen(loaded: ["a", "b"], $0) }, reason: .noWallet),
    Mistake(
      name: "no wallets at all", answers: ["getwalletinfo": "!-32601 Method not found"],
      found: { .walletsDisabled($0) }, reason: .noWallet),
    Mistake(
      name: "loading", answers: ["getblockchaininfo": "!-28 Loading block index…"], found: { .starting($0) },
      reason: .starting),
    Mistake(
      name: "downloading", answers: ["getblockchaininfo": node(#","verificationprogress":0.42"#, headers: 100)],
      found: { _ in .syncing(SyncProgress(height: 7, target: 100, percent: 42)) }, reason: .syncing),
    Mistake(
      name: "scanning", answers: ["getwalletinfo": #"{"scanning":{"duration":3,"progress":0.999}}"#],
      found: { _ in .syncing(SyncProgress(percent: 99)) }, reason: .syncing),
    Mistake(
      name: "locked", answers: ["getwalletinfo": #"{"scanning":false,"unlocked_until":0}"#], found: { _ in .locked },
      reason: .walletLocked),
    Mistake(
      name: "without keys", answers: ["getwalletinfo": #"{"scanning":false,"private_keys_enabled":false}"#],
      found: { _ in .viewOnly }, reason: .viewOnly),
    Mistake(
      name: "an error that is not known", answers: ["getwalletinfo": "!-4711 what"],
      found: { .notUnderstood(code: -4711, $0) }, reason: .notUnderstood),
    Mistake(
      name: "an answer without what is needed", answers: ["getblockchaininfo": #"{"chain":"regtest"}"#],
      found: { .notUnderstood(code: nil, $0) }, reason: .notUnderstood),
  ]

  @Test(arguments: mistakes) func isToldToTheOwner(_ mistake: Mistake) async throws {
    let daemon = try Daemon(mistake.answers)
    let problem = await daemon.wallet.glance().problem
    #expect(problem == mistake.found(WalletEndpoint(program: "litecoind", url: daemon.server.url)))
    #expect(problem?.reason == mistake.reason)
    #expect(await daemon.wallet.status() == problem?.status ?? .ready)
  }

  @Test(arguments: [
    ("401 Unauthorized", WalletReason.unauthorized), ("403 Forbidden", .unauthorized),
    ("503 Service Unavailable", .noAnswer), ("404 Not Found", .notUnderstood), ("200 OK", .notUnderstood),
  ])
  func anAnswerOfHTTPAlone(_ status: String, _ reason: WalletReason) async throws {
    let server = try ScriptedServer { _ in [.answer("<html>", status: status)] }
    let problem = try await Self.wallet(server.url).glance().problem
    #expect(problem?.reason == reason, "\(String(describing: problem))")
    #expect(problem?.status == .unavailable)
  }

  @Test func nobodyAnswers() async throws {
    let port = try #require(freePort())
    let nobody = WalletEndpoint(program: "litecoind", url: "http://127.0.0.1:\(port)")
    #expect(try await Self.wallet(nobody.url).glance().problem == .refused(nobody))

    let silent = try ScriptedServer { _ in [.hang] }
    let hanging = WalletEndpoint(program: "litecoind", url: silent.url)
    #expect(try await Self.wallet(silent.url, timeout: .milliseconds(200)).glance().problem == .silent(hanging))

    let closing = try ScriptedServer { _ in [.close] }
    let lost = WalletEndpoint(program: "litecoind", url: closing.url)
    #expect(try await Self.wallet(closing.url).glance().problem == .lost(lost))

    let wallet = try Self.wallet(nobody.url) { $0.credentials = .cookieFile("/nonexistent/.cookie") }
    #expect(await wallet.glance().problem == .noCookie(path: "/nonexistent/.cookie", nobody))
  }

  /// The program is asked for its version once, and again after it was restarted.
  @Test func theVersionIsAskedForOnce() async throws {
    let daemon = try Daemon()
    for _ in 0..<3 { #expect(await daemon.wallet.glance().problem == nil) }
    #expect(daemon.calls.count { $0.method == "getnetworkinfo" } == 1)
  }

  private static func wallet(
    _ url: String, timeout: Duration = .seconds(5), _ change: (inout BitcoinWalletConfiguration) -> Void = { _ in }
  ) throws -> BitcoinWallet {
    var configuration = BitcoinWalletConfiguration(
      family: .litecoin, chain: .regtest, url: url, credentials: .password(user: "user", password: "password"),
      timeout: timeout)
    change(&configuration)
    return try BitcoinWallet(configuration)
  }
}
