import BuiltInWallets
import Testing

@testable import WalletSearch

/// Which daemons are found by their programs and files, and how payd would be configured for them.
@Suite struct BitcoinSearchTests {
  private static func found(
    _ programs: [RunningProgram], files: [String: FileText] = [:], homes: [UInt32: String] = [:]
  ) -> [FoundWallet] {
    BitcoinSearch(
      on: Machine(programs: programs, home: "/home/anna", homes: homes) { files[$0] ?? .missing }
    ).wallets()
  }

  private static func section(_ wallet: FoundWallet?) throws -> BitcoinWalletSection {
    guard case .bitcoin(let section) = try #require(wallet).section else { throw WrongKind() }
    return section
  }

  private struct WrongKind: Error {}

  /// Debian's litecoind makes a password without a user at its first start, and then writes no cookie.
  @Test func aPasswordWithoutAUserIsTaken() throws {
    let wallets = Self.found(
      [RunningProgram(process: 7, name: "litecoind")],
      files: ["/home/anna/.litecoin/litecoin.conf": .text("rpcpassword=secret\n")])
    let wallet = try #require(wallets.first)
    let section = try Self.section(wallet)
    #expect(wallet.process == 7 && wallet.sources == ["/home/anna/.litecoin/litecoin.conf"])
    #expect(section.user.isEmpty && section.password == "secret" && section.cookieFile.isEmpty)
    #expect(section.url == "http://127.0.0.1:9332" && section.chain == "main")
  }

  @Test func withoutAPasswordTheCookieOfTheChainIsTaken() throws {
    let programs = [
      RunningProgram(process: 7, name: "litecoind", arguments: ["-testnet"]),
      RunningProgram(process: 8, name: "litecoind", arguments: ["-datadir=data", "-regtest"], folder: "/srv"),
      RunningProgram(process: 9, name: "bitcoind", arguments: ["-rpccookiefile=/run/cookie", "-rpcport=1"]),
    ]
    let sections = try Self.found(programs).map { try Self.section($0) }
    #expect(
      sections.map(\.cookieFile) == [
        "/home/anna/.litecoin/testnet4/.cookie", "/srv/data/regtest/.cookie", "/run/cookie",
      ])
    #expect(
      sections.map(\.url) == ["http://127.0.0.1:19332", "http://127.0.0.1:19443", "http://127.0.0.1:1"])
    #expect(sections.map(\.chain) == ["test", "regtest", "main"])
    #expect(sections.map(\.currency) == ["LTC", "LTC", "BTC"])
  }

  /// Its files are in the home folder of the user whom it belongs to, and may be closed to others.
  @Test func anotherUsersDaemonIsFoundInThatUsersHome() throws {
    let wallets = Self.found(
      [RunningProgram(process: 7, name: "bitcoind", otherUser: 105)],
      files: ["/var/lib/bitcoin/.bitcoin/bitcoin.conf": .denied], homes: [105: "/var/lib/bitcoin"])
    #expect(wallets.map(\.currency) == ["LTC", "BTC"])
    #expect(wallets[1].sources.isEmpty)
    #expect(try Self.section(wallets[1]).cookieFile == "/var/lib/bitcoin/.bitcoin/.cookie")
  }

  @Test func whatPaydCannotUseIsSaidBeforeItIsAsked() {
    let signet = Self.found([RunningProgram(process: 7, name: "bitcoind", arguments: ["-signet"])])
    #expect(signet[1].obstacle?.contains("signet") == true)
    let window = Self.found([RunningProgram(process: 7, name: "litecoin-qt")])
    #expect(window[0].obstacle?.contains("server=1") == true)
    let serving = Self.found([RunningProgram(process: 7, name: "litecoin-qt", arguments: ["-server"])])
    #expect(serving[0].obstacle == nil)
  }

  /// A program that the system does not show may still answer at its usual port.
  @Test func withoutAProgramTheUsualPlacesAreTried() throws {
    let wallets = Self.found([], files: ["/home/anna/.bitcoin/bitcoin.conf": .text("testnet=1\n[test]\nrpcport=5\n")])
    #expect(wallets.map(\.program) == ["litecoind", "bitcoind"] && wallets.allSatisfy { $0.process == nil })
    #expect(try Self.section(wallets[1]).url == "http://127.0.0.1:5")
  }
}
