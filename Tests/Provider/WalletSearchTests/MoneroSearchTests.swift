import BuiltInWallets
import Testing

@testable import WalletSearch

/// Which wallets of Monero are found, and how payd would be configured for them.
@Suite struct MoneroSearchTests {
  private static func section(
    _ programs: [RunningProgram], files: [String: FileText] = [:]
  ) throws -> (FoundWallet, MoneroWalletSection) {
    let machine = Machine(programs: programs, home: "/home/anna") { files[$0] ?? .missing }
    let wallet = try #require(MoneroSearch(on: machine).wallets().first)
    guard case .monero(let section) = wallet.section else { throw WrongKind() }
    return (wallet, section)
  }

  private struct WrongKind: Error {}

  @Test func theCommandLineSaysHowItIsReached() throws {
    let arguments = [
      "--rpc-bind-port", "28088", "--rpc-login=me:s:e", "--stagenet", "--wallet-dir", "/w", "--daemon-port", "5",
    ]
    let (wallet, section) = try Self.section([
      RunningProgram(process: 3, name: "monero-wallet-rpc", arguments: arguments)
    ])
    #expect(section.url == "http://127.0.0.1:28088" && section.daemon == "http://127.0.0.1:5")
    #expect(section.user == "me" && section.password == "s:e" && section.network == "stagenet")
    #expect(wallet.opensWallets && wallet.obstacle == nil)
  }

  /// It writes its password into a file where it was started, if it was given none.
  @Test func aPasswordThatItMadeIsReadWhereItWasStarted() throws {
    let program = RunningProgram(
      process: 3, name: "monero-wallet-rpc", arguments: ["--rpc-bind-port=9", "--wallet-file", "w"], folder: "/srv/m")
    let files = ["/srv/m/monero-wallet-rpc.9.login": FileText.text("monero:abc==\n")]
    let (wallet, section) = try Self.section([program], files: files)
    #expect(section.user == "monero" && section.password == "abc==" && !wallet.opensWallets)
    let open = RunningProgram(
      process: 3, name: "monero-wallet-rpc", arguments: ["--rpc-bind-port=9", "--disable-rpc-login"], folder: "/srv/m")
    #expect(try Self.section([open], files: files).1.user.isEmpty)
  }

  @Test func theDaemonBesideItTellsOfAPrivateChain() throws {
    let programs = [
      RunningProgram(process: 2, name: "monerod", arguments: ["--regtest", "--rpc-bind-port", "7"]),
      RunningProgram(
        process: 3, name: "monero-wallet-rpc", arguments: ["--config-file", "wallet.conf"], folder: "/srv"),
    ]
    let files = ["/srv/wallet.conf": FileText.text("# of the shop\nrpc-bind-port = 8\ntestnet=0\n")]
    let (wallet, section) = try Self.section(programs, files: files)
    #expect(section.url == "http://127.0.0.1:8" && section.daemon == "http://127.0.0.1:7")
    #expect(section.network == "regtest" && wallet.sources == ["/srv/wallet.conf"])
  }

  @Test func withoutAProgramOnePortIsTried() throws {
    let (wallet, section) = try Self.section([])
    #expect(wallet.process == nil && section.url == "http://127.0.0.1:18083")
    #expect(section.daemon == "http://127.0.0.1:18081")
  }
}
