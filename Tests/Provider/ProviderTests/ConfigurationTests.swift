import Catalogue
import Foundation
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing

@testable import BuiltInWallets
@testable import Provider

@Suite("Configuration")
struct ConfigurationTests {
  private func problem(_ yaml: String) -> ConfigurationError? {
    do throws(ConfigurationError) {
      _ = try ProviderConfiguration(yaml: yaml, kinds: BuiltInWallets.kinds)
      return nil
    } catch {
      return error
    }
  }

  @Test("an empty file is the defaults")
  func empty() throws {
    let configuration = try ProviderConfiguration(yaml: "", kinds: BuiltInWallets.kinds)
    #expect(configuration.name == "wallet")
    #expect(configuration.limits.sockets == 32)
    #expect(configuration.wallets.map(\.type) == ["mock"])
  }

  @Test("notifications can be turned off")
  func notifications() throws {
    #expect(try ProviderConfiguration(yaml: "").notifications == .auto)
    #expect(try ProviderConfiguration(yaml: "notifications: off").notifications == .off)
  }

  @Test("services, and texts that look like numbers")
  func services() throws {
    let configuration = try ProviderConfiguration(
      yaml: """
        country: DEU
        services:
          payments:
            status: experimental
            countries: [!CHN, !PRK]
        wallets:
          - {type: bitcoin, url: x, wallet: , user: 1e3, password: 12345678901234567890123}
        """, kinds: BuiltInWallets.kinds)
    #expect(configuration.country?.code == "DEU")
    #expect(configuration.payments.status == .experimental)
    #expect(configuration.payments.countries == ["!CHN", "!PRK"])
    guard let section = configuration.wallets.first as? BitcoinWalletSection else {
      Issue.record("no bitcoin wallet")
      return
    }
    #expect(section.wallet.isEmpty)
    #expect((section.user, section.password) == ("1e3", "12345678901234567890123"))
    let defaults = try ProviderConfiguration(yaml: "")
    #expect(defaults.country == nil && defaults.payments.status == .enabled && defaults.payments.countries.isEmpty)
  }

  @Test("the example file works as it is and states the defaults")
  func example() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "config/provider.yml"), encoding: .utf8)
    let example = try ProviderConfiguration(yaml: text, kinds: BuiltInWallets.kinds)
    let defaults = ProviderConfiguration()
    #expect(example.name == defaults.name)
    #expect(example.limits.requestsPerSecond == defaults.limits.requestsPerSecond)
    #expect(example.limits.sockets == defaults.limits.sockets)
    #expect(example.times.invoice == defaults.times.invoice)
    #expect(example.times.approval == defaults.times.approval)
    #expect(example.events.keepDays == defaults.events.keepDays)
    #expect(example.events.keepCount == defaults.events.keepCount)
    #expect(example.events.trimEvery == defaults.events.trimEvery)
    #expect(example.notifications == defaults.notifications)
    #expect(example.notices == defaults.notices)
    guard let mock = example.wallets.first as? MockWalletSection else {
      Issue.record("the example offers no mock wallet")
      return
    }
    let limits = try #require(mock.limits["LTC"])
    #expect(limits.ask == .above(try DecimalAmount("0.1")))
    #expect((limits.perPayment?.text, limits.perPeriod?.text, limits.period, limits.count) == ("10", "20", .week, 100))
    #expect(example.timeZone.isEmpty)
    // The parts in comments have to be valid once the comment signs are removed.
    let uncommented = text.replacing("\n  # - type: ", with: "\n  - type: ")
      .replacing("\n  #   ", with: "\n    ").replacing("currencies: [XMR, LTC, BTC]", with: "currencies: [BTC]")
      .replacing("      LTC:\n", with: "      BTC:\n").replacing("\n      XMR: {ask", with: "\n      # XMR: {ask")
    // Electrum takes the place of a node of the same currency.
    let parts = uncommented.components(separatedBy: "\n  - type: ")
    func configuration(_ wallets: [String]) throws -> ProviderConfiguration {
      try ProviderConfiguration(
        yaml: (parts.prefix(1) + wallets).joined(separator: "\n  - type: "), kinds: BuiltInWallets.kinds)
    }
    let electrum = try configuration(parts.filter { $0.hasPrefix("electrum") }).wallets
    #expect(electrum.map(\.currencyCodes) == [["BTC"]])
    let light = try #require(electrum.first as? ElectrumWalletSection)
    let usual = ElectrumWalletSection()
    #expect((light.chain, light.confirmations) == (usual.chain, usual.confirmations))
    #expect((light.timeoutSeconds, light.allowRemote) == (usual.timeoutSeconds, usual.allowRemote))
    let nodes = ["cln", "lnd", "phoenixd"]
    for node in nodes {
      let wallets = try configuration(parts.filter { $0.hasPrefix(node) }).wallets
      #expect(wallets.map(\.type) == [node] && wallets.map(\.currencyCodes) == [["BTC"]])
    }
    let others = ["electrum"] + nodes
    let heavy = parts.dropFirst().filter { part in !others.contains { part.hasPrefix($0) } }
    let wallets = try configuration(heavy).wallets
    #expect(wallets.map(\.currencyCodes) == [["BTC"], ["LTC"], ["XMR"]])
    let monero = try #require(wallets.last as? MoneroWalletSection)
    let unset = MoneroWalletSection()
    #expect((monero.network, monero.account) == (unset.network, unset.account))
    #expect((monero.confirmations, monero.timeoutSeconds) == (unset.confirmations, unset.timeoutSeconds))
    #expect(monero.allowRemote == unset.allowRemote)
  }

  private static let bitcoin =
    "wallets:\n  - type: bitcoin\n    currency: LTC\n    url: http://127.0.0.1:9332\n    wallet: main\n"

  @Test(
    "wrong files are refused with the line",
    arguments: [
      ("name: wallet\ncolour: red", 2, "colour is not a known key"),
      ("limits:\n  sockets: 32\n  sokcets: 3", 3, "limits.sokcets is not a known key"),
      ("limits:\n  sockets: many", 2, "limits.sockets must be a whole number"),
      ("limits:\n  sockets: 0", 2, "from 1 to"),
      ("times:\n  invoice: 15", 2, "must be a duration"),
      ("name: wallet\nname: other", 1, "twice"), ("name: &a wallet", 1, "anchors"), ("name: [a]", 1, "must be a text"),
      ("name: !x wallet", 1, "tag"), ("limits:\n  sockets: 0x10", 2, "plain decimals"),
      ("country: DE", 1, "such as DEU"),
      ("services:\n  payments: {status: off}", 2, "must be enabled or experimental or disabled"),
      ("country: DEU\nservices:\n  payments:\n    countries: [!CHI]", 4, "alpha-3"),
      ("services:\n  payments:\n    countries: [!CHN]", 3, "needs country"),
      ("services:\n  messaging: {}", 2, "services.messaging is not a known key"),
      ("time_zone: UTC\nname: Bad Name", 2, "name must be"),
      ("notifications: yes", 1, "notifications must be auto or off"),
      ("notices:\n  invoices: true", 2, "notices.invoices is not a known key"),
      ("wallets: []", 1, "at least one wallet"),
      ("wallets:\n  - type: bank", 2, "must be mock, bitcoin, monero, electrum, cln, lnd or phoenixd"),
      ("wallets:\n  - type: bitcoin\n    currency: LTC", 2, "url must name"),
      ("wallets:\n  - {type: cln, rune_file: r}", 2, "url must name the node"),
      ("wallets:\n  - {type: cln, url: x}", 2, "rune_file must name"),
      ("wallets:\n  - {type: lnd, macaroon_file: m}", 2, "certificate_file must name"),
      ("wallets:\n  - {type: lnd, macaroon_file: m, password: p}", 2, "password is not a known key"),
      ("wallets:\n  - {type: phoenixd, password: p, password_file: f}", 2, "set either"),
      ("wallets:\n  - {type: phoenixd, chain: signet}", 2, "chain must be"),
      ("wallets:\n  - type: monero\n    daemon: x", 2, "url must name monero-wallet-rpc"),
      ("wallets:\n  - type: monero\n    url: x", 2, "daemon must name"),
      ("wallets:\n  - {type: monero, url: x, daemon: x, network: main}", 2, "network must be"),
      ("wallets:\n  - {type: monero, url: x, daemon: x, user: u, password: p, password_file: f}", 2, "set either"),
      ("wallets:\n  - {type: monero, url: x, daemon: x, password: p}", 2, "needs a user"),
      ("wallets:\n  - {type: monero, url: x, daemon: x, chain: main}", 2, "chain is not a known key"),
      ("wallets:\n  - {type: mock, currencies: [XMR]}\n  - {type: monero, url: x, daemon: x}", 3, "two wallets"),
      ("wallets:\n  - type: mock\n    limits:\n      LTC: {per_period: 1e3}", 4, "must be an amount"),
      ("wallets:\n  - type: mock\n    limits:\n      LTC:\n        per_payment: -1", 5, "must be an amount"),
      ("wallets:\n  - type: mock\n    limits:\n      LTC: {ask: sometimes}", 4, "ask must be always, never"),
      ("wallets:\n  - type: mock\n    limits:\n      LTC: {ask: never}", 4, "set per_period too"),
      ("wallets:\n  - type: mock\n    limits:\n      LTC: {period: year}", 4, "must be day, week or month"),
      ("wallets:\n  - type: mock\n    limits:\n      LTC: {count: -1}", 4, "must be a whole number"),
      ("wallets:\n  - type: mock\n    limits:\n      DOGE: {count: 1}", 4, "does not serve"),
      // The line is that of the value, however long the section is.
      (bitcoin + "    chain: mainnet", 6, "chain must be main, test or regtest"),
      (bitcoin + "    confirmations: 6\n    cookie_file: /x\n    password: p", 7, "set either cookie_file"),
      (bitcoin + "    limits:\n      count: 5\n      ask: above 1,5\n      per_period: 2", 8, "ask must be always"),
      (bitcoin + "    limits:\n      count: 5\n      period: year", 8, "must be day, week or month"),
      (bitcoin + "    limits:\n      per_period: 1,5", 7, "written with a point, not with a comma"),
      (bitcoin + "    limits: {ask: above 0.1, per_period: 1,5}", 6, "written with a point"),
      ("wallets:\n  - type: mock\n    ask_above: 1", 3, "ask_above is not a known key"),
      ("wallets:\n  - {type: mock, currencies: [LTC]}\n  - {type: bitcoin, currency: LTC, url: x}", 3, "two wallets"),
      ("listen: [1, 2]", 1, "must be a mapping"),
      ("limits: {sockets: [", 2, "did not find"),
      ("- 1", 1, "must be a mapping"),
    ])
  func refused(yaml: String, line: Int, words: String) throws {
    let error = try #require(problem(yaml))
    #expect(error.problem.contains(words), "\(error)")
    if line > 0 { #expect(error.line == line, "\(error)") }
  }

  @Test("the first file is found when the configuration is read again, in the usual place only")
  func firstFile() throws {
    let folder = try ScratchFolder()
    let usual = ConfigurationSource(path: nil, orElse: folder.path + "/provider.yml", kinds: BuiltInWallets.kinds)
    let named = ConfigurationSource(path: folder.path + "/other.yml", orElse: folder.path + "/provider.yml", kinds: [])
    #expect(usual.path == nil)
    #expect(try usual.read().name == ProviderConfiguration().name)
    try Data("name: first\n".utf8).write(to: URL(filePath: folder.path + "/provider.yml"))
    #expect(usual.path == folder.path + "/provider.yml")
    #expect(try usual.read().name == "first")
    #expect(throws: ConfigurationFault.self, "a file that was named is not replaced by another") { try named.read() }
  }

  @Test("a file that is too large is not parsed")
  func tooLarge() {
    #expect(problem(String(repeating: "#", count: ProviderConfiguration.maximumFileSize + 1)) != nil)
  }
}
