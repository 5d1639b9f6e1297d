package import PaymentsModel

/// One currency of the mock network and what its wallets start with.
package struct MockCurrency: Sendable, Hashable {
  /// What wallets serve.
  package var currency: Currency
  /// The fee of each transaction, in atomic units; scripts change it by ``MockControl/setFee(_:currency:)``.
  package var fee: Amount
  /// The smallest amount that a transaction carries.
  package var dust: Amount
  /// What each wallet owns at the beginning.
  package var funds: Amount
  /// In how many coins it owns that: so many payments can be prepared at the same time.
  package var coins: Int

  /// A currency of the mock network; amounts in atomic units.
  package init(currency: Currency, fee: Amount, dust: Amount, funds: Amount, coins: Int = 256) {
    self.currency = currency
    self.fee = fee
    self.dust = dust
    self.funds = funds
    self.coins = max(coins, 1)
  }

  /// Monero with 12 decimals: 1000 XMR, 10 confirmations.
  package static let monero = MockCurrency(
    currency: Currency(
      code: "XMR", name: "Monero", decimals: 12, network: "mock", uriScheme: "monero", confirmations: 10),
    fee: Amount(atomicUnits: 30_720_000), dust: Amount(atomicUnits: 1),
    funds: Amount(atomicUnits: 1_000_000_000_000_000))

  /// Litecoin with 8 decimals: 1000 LTC, 6 confirmations.
  package static let litecoin = MockCurrency(
    currency: Currency(
      code: "LTC", name: "Litecoin", decimals: 8, network: "mock", uriScheme: "litecoin", confirmations: 6),
    fee: Amount(atomicUnits: 28_200), dust: Amount(atomicUnits: 5_460), funds: Amount(atomicUnits: 100_000_000_000))

  /// Bitcoin with 8 decimals: 10 BTC, 6 confirmations.
  package static let bitcoin = MockCurrency(
    currency: Currency(
      code: "BTC", name: "Bitcoin", decimals: 8, network: "mock", uriScheme: "bitcoin", confirmations: 6),
    fee: Amount(atomicUnits: 1_410), dust: Amount(atomicUnits: 546), funds: Amount(atomicUnits: 1_000_000_000))

  /// XMR, LTC and BTC.
  package static let standard = [monero, litecoin, bitcoin]
}
