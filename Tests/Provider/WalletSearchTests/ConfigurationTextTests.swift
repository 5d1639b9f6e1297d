import BuiltInWallets
import Provider
import Testing

@testable import WalletSearch

/// What becomes of the text of a configuration when wallets are put into it.
@Suite struct ConfigurationTextTests {
  private static func litecoin(_ port: Int = 9332) -> FoundWallet {
    var section = BitcoinWalletSection()
    (section.url, section.password) = ("http://127.0.0.1:\(port)", "a: \"b\" # c")
    return FoundWallet(.bitcoin(section), name: "litecoind", of: nil)
  }

  private static var monero: FoundWallet {
    var section = MoneroWalletSection()
    (section.url, section.daemon) = ("http://127.0.0.1:18083", "http://127.0.0.1:18081")
    return FoundWallet(.monero(section), name: "monero-wallet-rpc", of: nil)
  }

  private static func read(_ text: String) throws -> ProviderConfiguration {
    try ProviderConfiguration(yaml: text, kinds: BuiltInWallets.kinds)
  }

  @Test func aNewFileIsReadAsItWasMeant() throws {
    let text = ConfigurationText(heading: ["One line."], wallets: [Self.litecoin(), Self.monero]).text
    #expect(text.hasPrefix("# One line.\nwallets:\n"))
    let read = try Self.read(text)
    #expect(read.wallets.map(\.currencyCodes) == [["LTC"], ["XMR"]])
    #expect((read.wallets.first as? BitcoinWalletSection)?.password == "a: \"b\" # c")
  }

  /// How many blocks settle a payment is the owner's decision about money.
  @Test func whatIsNotAsUsualIsWritten() throws {
    var litecoin = Self.litecoin()
    if case .bitcoin(var section) = litecoin.section {
      (section.confirmations, section.timeoutSeconds, section.allowRemote) = (60, 9, true)
      litecoin.section = .bitcoin(section)
    }
    var monero = Self.monero
    if case .monero(var section) = monero.section {
      (section.user, section.passwordFile, section.account, section.confirmations) = ("me", "/secret", 2, 20)
      (section.timeoutSeconds, section.zmq, section.allowRemote) = (8, "tcp://127.0.0.1:18084", true)
      monero.section = .monero(section)
    }
    let read = try Self.read(ConfigurationText(heading: [], wallets: [litecoin, monero]).text).wallets
    let first = try #require(read.first as? BitcoinWalletSection)
    #expect(first.confirmations == 60 && first.timeoutSeconds == 9 && first.allowRemote)
    let last = try #require(read.last as? MoneroWalletSection)
    #expect(last.passwordFile == "/secret" && last.password.isEmpty && last.account == 2 && last.confirmations == 20)
    #expect(last.timeoutSeconds == 8 && last.zmq == "tcp://127.0.0.1:18084" && last.allowRemote)
  }

  @Test func whatItsOwnerWroteStays() throws {
    let before = """
      # Mine.
      name: shop
      wallets:
        # For trying.
        - type: mock
          currencies: [LTC]
          limits:
            LTC: {ask: never, per_period: 1}

        # The old one.
        - type: monero
          url: "http://127.0.0.1:1"
          daemon: "http://127.0.0.1:2"
          limits: {ask: above 1, per_period: 2}
      times:
        poll: 1s

      """
    var text = ConfigurationText(before)
    #expect(text.put([Self.litecoin()], into: try Self.read(before).wallets))
    let read = try Self.read(text.text)
    #expect(read.name == "shop" && read.times.poll == .seconds(1))
    #expect(read.wallets.map(\.currencyCodes) == [["LTC"], ["XMR"]])
    #expect(read.wallets.last?.limits(of: "XMR") != LimitsSection())
    #expect(text.text.contains("# Mine.") && text.text.contains("# The old one.") && !text.text.contains("mock"))
  }

  @Test func aWalletOfTheSameCurrencyIsReplaced() throws {
    let before = ConfigurationText(heading: [], wallets: [Self.litecoin(1), Self.monero]).text
    var text = ConfigurationText(before)
    #expect(text.put([Self.litecoin(2)], into: try Self.read(before).wallets))
    let urls = try Self.read(text.text).wallets.compactMap { ($0 as? BitcoinWalletSection)?.url }
    #expect(urls == ["http://127.0.0.1:2"])
    #expect(try Self.read(text.text).wallets.count == 2)
  }

  @Test(arguments: ["name: shop\n", "name: shop", ""])
  func aFileWithoutWalletsGetsThem(_ before: String) throws {
    var text = ConfigurationText(before)
    #expect(text.put([Self.monero], into: BuiltInWallets.kinds.isEmpty ? [] : try Self.read(before).wallets))
    #expect(try Self.read(text.text).wallets.map(\.type) == ["monero"])
  }

  /// It is valid, and nothing that is changed by lines.
  @Test func aListInBracesIsLeftToItsOwner() throws {
    let before = "wallets: [{type: mock, currencies: [LTC]}]\n"
    var text = ConfigurationText(before)
    #expect(!text.put([Self.monero], into: try Self.read(before).wallets))
    #expect(text.text == before)
  }
}
