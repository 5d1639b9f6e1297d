import BuiltInWallets
import Orders
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import Provider

/// Tests wallets of kinds that are not built in.
@Suite struct WalletKindTests {
  private let toy = WalletKind("toy", settings: ["code", "blocks"]) { settings throws(WalletSetupError) in
    _ = try settings.integer("blocks", 1...9, fallback: 1)
    return ScriptedWallet(try settings.text("code")) { .ready }
  }

  private func currencyWallets(_ yaml: String) throws -> [CurrencyWallet] {
    let configuration = try ProviderConfiguration(yaml: yaml, kinds: BuiltInWallets.kinds + [toy])
    return try WalletFactory(configuration: configuration, clock: SystemWallClock(), stateFolder: "").make()
  }

  @Test func oneIsMadeOfItsSettings() throws {
    let currencyWallets = try currencyWallets(
      "wallets: [{type: toy, code: TOY, limits: {per_payment: 2}}, {type: toy, code: DOLL}]")
    #expect(currencyWallets.map(\.currency.code) == ["TOY", "DOLL"])
    #expect(currencyWallets.map(\.limits.perPayment) == [Amount(atomicUnits: 200_000_000), nil])
  }

  @Test(arguments: [
    ("[{type: toys}]", "type must be mock, bitcoin, monero, electrum, cln, lnd, phoenixd or toy"),
    ("[{type: toy, color: red}]", "color is not a known key; known here: type, limits, code, blocks"),
    ("[{type: toy, code: [TOY]}]", "code must be a text"),
    ("[{type: toy}]", "toy: code must be set"),
    ("[{type: toy, code: TOY, blocks: 10}]", "toy: blocks must be a whole number from 1 to 9"),
    ("[{type: toy, code: TOY, blocks: one}]", "toy: blocks must be a whole number from 1 to 9"),
    ("[{type: toy, code: Toy}]", "toy: the currency's code is not 2 to 12 of A-Z and 0-9"),
    ("[{type: toy, code: TOY}, {type: toy, code: TOY}]", "TOY is served by two wallets"),
    ("[{type: toy, code: LTC}, {type: bitcoin, currency: LTC, url: 'http://127.0.0.1:1'}]", "LTC is served by two"),
    ("[{type: toy, code: TOY, limits: {per_payment: 0.000000001}}]", "TOY has 8 decimal places"),
  ])
  func whatIsWrongIsSaid(yaml: String, problem: String) {
    let error = #expect(throws: (any Error).self) { try currencyWallets("wallets: " + yaml) }
    #expect(error.map { "\($0)" }?.contains(problem) == true, "\(String(describing: error))")
  }

  @Test func settingsAreNotShown() throws {
    let settings = WalletSettings(["password": "hunter2", "url": "http://127.0.0.1"])
    #expect("\(settings)" == "password, url")
    let section = try #require(
      try ProviderConfiguration(yaml: "wallets: [{type: toy, code: hunter2}]", kinds: [toy]).wallets.first)
    #expect(!"\(section)".contains("hunter2"))
  }
}
