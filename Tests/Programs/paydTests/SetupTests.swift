import BuiltInWallets
import Files
import OwnerAPI
import Platform
import Provider
import RPCRuntime
import TerminalUI
import TestSupport
import Testing

@testable import WalletSearch
@testable import payd

/// What `payd setup` takes where nobody is asked, and what it does with its file.
@Suite struct SetupTests {
  private static let talk = SetupTalk(terminal: Terminal.standard, isSilent: true)

  private static func wallet(_ port: Int, of user: UInt32?, currency: String = "LTC") -> TriedWallet {
    var section = BitcoinWalletSection()
    section.currency = currency
    section.url = "http://127.0.0.1:\(port)"
    section.password = "secret"
    let program = RunningProgram(process: Int32(port), name: "litecoind", otherUser: user)
    return TriedWallet(
      wallet: FoundWallet(.bitcoin(section), name: "litecoind", of: program),
      finding: .usable(CurrencyReport(code: currency, network: "main", ready: "ready", stopped: false, madeUp: false)))
  }

  /// It would report payments as received that are none.
  @Test func theWalletOfAnotherPersonIsNotTakenWithoutAQuestion() throws {
    let folder = try ScratchFolder()
    let file = SetupFile(path: folder.path + "/provider.yml", PayportDirectories(state: folder.path))
    func taken(_ present: [TriedWallet], process: Int32? = nil) -> [Int32?] {
      let search = SetupSearch(talk: Self.talk, process: process, configured: [])
      return SetupSight(search: search, file: file, configured: nil, runs: false).taken(present).map(\.process)
    }
    #expect(taken([Self.wallet(1, of: 65534)]) == [])
    #expect(taken([Self.wallet(1, of: 65534), Self.wallet(2, of: nil)]) == [2])
    #expect(taken([Self.wallet(1, of: 105)]) == [1], "a service runs it")
    #expect(taken([Self.wallet(1, of: 65534)], process: 1) == [1], "it was named")
    let lines = SetupText.lines(of: Self.wallet(1, of: 65534), Terminal.standard)
    #expect(lines.contains { $0.contains("runs as nobody") }, "\(lines)")
  }

  @Test func aLinkStaysALink() throws {
    let folder = try ScratchFolder()
    let (link, target) = (folder.path + "/provider.yml", folder.path + "/kept.yml")
    try OutputFile.write(
      Array("wallets:\n  - type: mock\n    currencies: [LTC]\n    balance: 1\n".utf8), to: target, replacing: false)
    #expect(symlink("kept.yml", link) == 0)
    let file = SetupFile(path: link, PayportDirectories(state: folder.path))
    let before = try #require(try file.read())
    #expect(try file.write([Self.wallet(9, of: nil).wallet], instead: before, Self.talk))
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    let now = try #require(try file.read())
    #expect(now.wallets.map(\.type) == ["bitcoin"])
    let kept = try SetupFile(path: target, PayportDirectories(state: folder.path)).read()
    #expect(kept?.wallets.map(\.type) == ["bitcoin"])
  }
}
