import BuiltInWallets
import Testing

@testable import WalletSearch

/// Which daemons of Electrum are found, and how payd would be configured for them.
@Suite struct ElectrumSearchTests {
  private static func wallets(
    _ programs: [RunningProgram], files: [String: FileText] = [:]
  ) -> [(FoundWallet, ElectrumWalletSection)] {
    let machine = Machine(programs: programs, home: "/home/anna") { files[$0] ?? .missing }
    return ElectrumSearch(on: machine).wallets().compactMap { wallet in
      if case .electrum(let section) = wallet.section { (wallet, section) } else { nil }
    }
  }

  private static let file = FileText.text(#"{"rpcport": 7777, "rpcuser": "user", "rpcpassword": "abc==", "x": null}"#)

  /// It is a program in Python, so that the process has the interpreter's name.
  @Test func itsFileSaysHowItIsReached() throws {
    let program = RunningProgram(
      process: 3, name: "python3.11", arguments: ["-s", "/usr/bin/electrum", "daemon", "-d"])
    let (wallet, section) = try #require(
      Self.wallets([program], files: ["/home/anna/.electrum/config": Self.file]).first)
    #expect(section.url == "http://127.0.0.1:7777" && section.user == "user" && section.password == "abc==")
    #expect(section.currency == "BTC" && section.chain == "main")
    #expect(wallet.process == 3 && wallet.program == "electrum" && wallet.obstacle == nil)
    #expect(wallet.sources == ["/home/anna/.electrum/config"])
  }

  @Test func theCommandLineSaysMore() throws {
    let program = RunningProgram(
      process: 3, name: "electrum-ltc", arguments: ["--regtest", "-D", "e", "daemon", "--rpcport", "9"], folder: "/srv")
    let (_, section) = try #require(Self.wallets([program], files: ["/srv/e/regtest/config": Self.file]).first)
    #expect(section.url == "http://127.0.0.1:9" && section.password == "abc==")
    #expect(section.currency == "LTC" && section.chain == "regtest")
  }

  @Test func withoutAPortItSaysWhatToType() throws {
    let program = RunningProgram(process: 3, name: "electrum", arguments: ["daemon"])
    let (wallet, _) = try #require(Self.wallets([program]).first)
    #expect(wallet.obstacle?.contains("electrum setconfig rpcport 7777") == true)
    let (signet, _) = try #require(
      Self.wallets([RunningProgram(process: 3, name: "electrum", arguments: ["--signet"])]).first)
    #expect(signet.obstacle?.contains("signet") == true)
  }

  @Test func withoutAProgramOnlyAFileWithAPortCounts() {
    #expect(Self.wallets([]).isEmpty)
    #expect(Self.wallets([RunningProgram(process: 3, name: "python3", arguments: ["electrumx_server"])]).isEmpty)
    let found = Self.wallets([], files: ["/home/anna/.electrum/config": Self.file])
    #expect(found.map(\.0.process) == [nil] && found.map(\.1.url) == ["http://127.0.0.1:7777"])
  }
}
