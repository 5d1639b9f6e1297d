import JSON
import MoneroWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// What the owner is told of each mistake in the configuration of Monero, with simulated programs.
@Suite struct ScriptedProblemTests {
  /// A mistake by the answers that it changes, and what is to be found of the daemon or the wallet's program.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let answers: [String: String]
    let found: @Sendable (_ daemon: WalletEndpoint, _ server: WalletEndpoint) -> WalletProblem?
    let reason: WalletReason?

    var testDescription: String { name }
  }

  static let mistakes: [Mistake] = [
    Mistake(name: "none", answers: [:], found: { _, _ in nil }, reason: nil),
    Mistake(
      name: "a daemon of another network", answers: ["get_info": ScriptedWallet.info("stagenet")],
      found: { daemon, _ in .wrongNetwork(expected: "fakechain", found: "stagenet", daemon) }, reason: .wrongNetwork),
    Mistake(
      name: "a wallet of another network", answers: ["validate_address": #"{"valid":true,"nettype":"testnet"}"#],
      found: { _, server in .wrongNetwork(expected: "mainnet", found: "testnet", server) }, reason: .wrongNetwork),
    Mistake(
      name: "no wallet open", answers: ["get_address": "!-13 No wallet file"],
      found: { _, server in .noWalletOpen(server) }, reason: .noWallet),
    Mistake(
      name: "no such account", answers: ["get_address": "!-14 account index is out of bound"],
      found: { _, server in .noAccount(0, server) }, reason: .noWallet),
    Mistake(
      name: "no daemon for the wallet", answers: ["get_height": "!-38 no connection to daemon"],
      found: { _, server in .noDaemon(server) }, reason: .notRunning),
    Mistake(
      name: "a wallet without keys", answers: ["sign_transfer": "!-29 command not supported by watch-only wallet"],
      found: { _, _ in .viewOnly }, reason: .viewOnly),
    Mistake(
      name: "a wallet that may only look", answers: ["sign_transfer": "!-7 Command unavailable in restricted mode."],
      found: { _, server in .restricted(server) }, reason: .unauthorized),
    Mistake(
      name: "a restricted wallet", answers: ["get_address": "!-7 Command unavailable in restricted mode."],
      found: { _, server in .restricted(server) }, reason: .unauthorized),
    Mistake(
      name: "a busy daemon", answers: ["get_info": #"{"status":"BUSY"}"#], found: { daemon, _ in .starting(daemon) },
      reason: .starting),
    Mistake(
      name: "an old daemon",
      answers: [
        "get_info":
          #"{"status":"OK","nettype":"fakechain","height":100,"target_height":0,"synchronized":true,"#
          + #""version":"0.17.3.2-release"}"#
      ], found: { daemon, _ in .tooOld(found: "0.17.3.2-release", needed: "0.18", daemon) }, reason: .tooOld),
    Mistake(
      name: "a daemon that is behind", answers: ["get_info": ScriptedWallet.info(target: 400)],
      found: { _, _ in .syncing(SyncProgress(height: 99, target: 399)) }, reason: .syncing),
    Mistake(
      name: "a wallet that is behind", answers: ["get_height": #"{"height":51}"#],
      found: { _, _ in .syncing(SyncProgress(height: 50, target: 99)) }, reason: .syncing),
    Mistake(
      name: "an answer without what is needed", answers: ["get_info": #"{"status":"OK"}"#],
      found: { daemon, _ in .notUnderstood(code: nil, daemon) }, reason: .notUnderstood),
    Mistake(
      name: "an error that is not known", answers: ["get_address": "!-4711 what"],
      found: { _, server in .notUnderstood(code: -4711, server) }, reason: .notUnderstood),
  ]

  @Test(arguments: mistakes) func isToldToTheOwner(_ mistake: Mistake) async throws {
    let wallet = try ScriptedWallet(mistake.answers)
    let problem = await wallet.wallet.glance().problem
    #expect(problem == mistake.found(wallet.endpoint("monerod"), wallet.endpoint("monero-wallet-rpc")))
    #expect(problem?.reason == mistake.reason)
    #expect(await wallet.wallet.status() == problem?.status ?? .ready)
  }

  @Test func nobodyAnswers() async throws {
    let programs = try ScriptedWallet()
    let port = try #require(freePort())
    let nobody = "http://127.0.0.1:\(port)"
    #expect(
      try await Self.wallet(nobody, programs.server.url).glance().problem
        == .refused(WalletEndpoint(program: "monero-wallet-rpc", url: nobody)))
    #expect(
      try await Self.wallet(programs.server.url, nobody).glance().problem
        == .refused(WalletEndpoint(program: "monerod", url: nobody)))
    let refusing = try ScriptedServer { _ in [.answer("", status: "401 Unauthorized")] }
    #expect(
      try await Self.wallet(refusing.url, programs.server.url).glance().problem
        == .unauthorized(WalletEndpoint(program: "monero-wallet-rpc", url: refusing.url)))
    let silent = try ScriptedServer { _ in [.hang] }
    #expect(
      try await Self.wallet(silent.url, programs.server.url, timeout: .milliseconds(200)).glance().problem
        == .silent(WalletEndpoint(program: "monero-wallet-rpc", url: silent.url)))
  }

  private static func wallet(
    _ server: String, _ daemon: String, timeout: Duration = .seconds(5)
  ) throws -> MoneroWallet {
    try MoneroWallet(
      MoneroWalletConfiguration(
        walletURL: server, daemonURL: daemon, login: .init(user: "user", password: "password"), network: .regtest,
        timeout: timeout))
  }
}
