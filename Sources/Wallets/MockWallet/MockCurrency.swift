package import PaymentsModel

/// A currency of the mock network, with the coins that its wallets begin with.
package struct MockCurrency: Sendable, Hashable {
  /// The currency that wallets report.
  package var currency: Currency
  /// The fee of each transaction, in atomic units. Tests change it with ``MockControl/setFee(_:currency:)``.
  package var fee: Amount
  /// The smallest amount that can be paid.
  package var dust: Amount
  /// The amount that each wallet owns at the beginning.
  package var funds: Amount
  /// The number of coins that the funds consist of. Each payment that is being prepared needs at least one coin.
  package var coins: Int

  /// Creates a currency of the mock network. Amounts are in atomic units.
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
