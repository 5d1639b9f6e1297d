import BitcoinWallet
import ElectrumWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// What the owner is told of each mistake, with a simulated daemon.
@Suite struct ElectrumProblemTests {
  private typealias Electrum = ScriptedElectrum

  /// A mistake by the answers that it changes, and what is to be found.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    var answers: [String: String] = [:]
    var status = "200 OK"
    var password: String?
    let found: @Sendable (WalletEndpoint) -> WalletProblem?

    var testDescription: String { name }
  }

  static let mistakes: [Mistake] = [
    Mistake(name: "none", found: { _ in nil }),
    Mistake(name: "another password", status: "403 Forbidden", found: { .unauthorized($0) }),
    Mistake(name: "no password", status: "401 Unauthorized", found: { .unauthorized($0) }),
    Mistake(name: "another program", status: "404 Not Found", found: { .notUnderstood(code: nil, $0) }),
    Mistake(
      name: "another chain", answers: ["getinfo": ScriptedElectrum.info(network: "mainnet")],
      found: { .wrongNetwork(expected: "regtest", found: "mainnet", $0) }),
    Mistake(
      name: "a chain that would change the terminal",
      answers: ["getinfo": ScriptedElectrum.info(network: #"a\u001b[2J"#)],
      found: { .wrongNetwork(expected: "regtest", found: "a?[2J", $0) }),
    Mistake(
      name: "Electrum for Bitcoin", answers: ["validateaddress:\(ScriptedElectrum.example)": "false"],
      found: { .wrongNetwork(expected: "Litecoin", found: "Bitcoin", $0) }),
    Mistake(
      name: "Electrum for something else", answers: ["validateaddress": "false"],
      found: { .wrongNetwork(expected: "Litecoin", found: "another currency", $0) }),
    Mistake(
      name: "too old", answers: ["getinfo": ScriptedElectrum.info(version: "4.2.9")],
      found: { .tooOld(found: "4.2.9", needed: "4.3.4", $0) }),
    Mistake(name: "newer", answers: ["getinfo": ScriptedElectrum.info(version: "4.10.0rc1")], found: { _ in nil }),
    Mistake(name: "offline", answers: ["getinfo": "!NoneType"], found: { .noDaemon($0) }),
    Mistake(
      name: "no server", answers: ["getinfo": ScriptedElectrum.info(isConnected: false)], found: { .noDaemon($0) }),
    Mistake(
      name: "no wallet open",
      answers: ["getbalance": "!wallet not loaded", "load_wallet": "null", "list_wallets": #"[{"path":"/x"}]"#],
      found: { .walletNotFound(name: "/w", loaded: ["/x"], stored: [], $0) }),
    Mistake(
      name: "an error in another language", answers: ["getbalance": "!kaputt"], found: { .notUnderstood(code: 1, $0) }),
    Mistake(
      name: "a server that is behind", answers: ["getinfo": ScriptedElectrum.info(height: 9, server: 5)],
      found: { .syncing(SyncProgress(height: 5, target: 9, endpoint: $0)) }),
    Mistake(
      name: "headers that are behind", answers: ["getinfo": ScriptedElectrum.info(height: 5, server: 9)],
      found: { .syncing(SyncProgress(height: 5, target: 9, endpoint: $0)) }),
    Mistake(
      name: "a wallet that was never read", answers: ["is_synchronized": "false"],
      found: { .syncing(SyncProgress(endpoint: $0)) }),
    Mistake(
      name: "a password and none configured",
      answers: ["get:use_encryption": "true", "signmessage": "!Password required"], found: { .passwordMissing($0) }),
    Mistake(
      name: "a wrong password", answers: ["get:use_encryption": "true", "signmessage": "!Falsches Passwort"],
      password: "x", found: { .passwordMissing($0) }),
    Mistake(name: "no keys", answers: ["signmessage": "!NoneType"], found: { _ in .viewOnly }),
  ]

  @Test(arguments: mistakes) func eachMistakeIsTold(_ mistake: Mistake) async throws {
    let electrum = try Electrum(mistake.answers, status: mistake.status, walletPassword: mistake.password)
    let glance = await electrum.wallet.glance()
    let endpoint = WalletEndpoint(program: "electrum", url: electrum.server.url)
    #expect(glance.problem == mistake.found(endpoint))
    #expect(glance.status == (glance.problem?.status ?? .ready))
  }

  @Test func aDaemonThatDoesNotRunIsTold() async throws {
    let url = "http://127.0.0.1:\(try #require(freePort()))"
    let wallet = try ElectrumWallet(
      ElectrumWalletConfiguration(family: .litecoin, chain: .regtest, url: url, user: "user", password: "password"))
    #expect(await wallet.glance().problem == .refused(WalletEndpoint(program: "electrum", url: url)))
  }

  /// A daemon that was started again has opened no wallet, and is told to.
  @Test func theWalletIsOpened() async throws {
    let electrum = try Electrum(["getbalance": "!wallet not loaded", "load_wallet": "true"])
    _ = await electrum.wallet.glance()
    #expect(electrum.calls(of: "load_wallet") == 1)
    electrum.change(["getbalance": "{}"])
    #expect(await electrum.wallet.glance().status == .ready)
    #expect(electrum.calls(of: "load_wallet") == 1)
  }

  /// A server that tells of no block for hours withholds them, or has lost its own connection.
  @Test func aServerThatStandsStillIsBehind() async throws {
    let example = AddressKinds(family: .litecoin, chain: .main).example
    let electrum = try Electrum(
      ["getinfo": Electrum.info(network: "mainnet"), "validateaddress:\(example)": "true"], chain: .main)
    let endpoint = WalletEndpoint(program: "electrum", url: electrum.server.url)
    #expect(await electrum.wallet.status() == .ready)
    electrum.time.pass(.seconds(2600))
    #expect(await electrum.wallet.status() == .ready)
    electrum.time.pass(.seconds(200))
    #expect(await electrum.wallet.glance().problem == .syncing(SyncProgress(height: 7, endpoint: endpoint)))
    electrum.change(["getinfo": Electrum.info(network: "mainnet", height: 8, server: 8)])
    #expect(await electrum.wallet.status() == .ready)
  }

  /// A wallet that asks for a new address is not called behind, and one that waits for long is.
  @Test func aWalletThatWaitsForItsServerIsBehindAfterSomeGlances() async throws {
    let electrum = try Electrum()
    #expect(await electrum.wallet.status() == .ready)
    electrum.change(["is_synchronized": "false"])
    for _ in 0..<3 { #expect(await electrum.wallet.status() == .ready) }
    #expect(await electrum.wallet.status() == .syncing)
    electrum.change(["is_synchronized": "true"])
    #expect(await electrum.wallet.status() == .ready)
  }

  /// The digest changes with a block and with the balance.
  @Test func theDigestTellsWhatIsNew() async throws {
    let electrum = try Electrum()
    let first = try #require(await electrum.wallet.glance().digest)
    #expect(await electrum.wallet.glance().digest == first)
    electrum.change(["getbalance": #"{"confirmed":"3","unconfirmed":"0.1"}"#])
    let second = try #require(await electrum.wallet.glance().digest)
    #expect(second.transactions != first.transactions && second.blocks == first.blocks)
    electrum.change(["getinfo": Electrum.info(height: 8, server: 8)])
    #expect(await electrum.wallet.glance().digest?.blocks != first.blocks)
  }
}
