import ChatPayments
import Consumer
import PaymentsAPI
import PaymentsModel
import TerminalUI

extension ChatSession {
  /// Checks that the wallet has the currencies of the prices and can represent their amounts exactly. This happens
  /// before others are asked for the payment.
  ///
  /// - Throws: ``CommandFailure``.
  func checkPrices(_ prices: [CardPrice]) async throws {
    let known = await currencies()
    guard !known.isEmpty else { return }
    for price in prices {
      guard let currency = known.first(where: { $0.code == price.currency }) else {
        let codes = known.map(\.code)
        let list = codes.joined(separator: ", ")
        throw CommandFailure(
          .dataError, reason: "unknown_currency", localized("Your wallet has no \(price.currency)."),
          advice: NearestWord.of(price.currency, among: codes).map { localized("Is it \($0)? It has \(list).") }
            ?? localized("It has \(list)."))
      }
      guard price.amount.scale > currency.decimals else { continue }
      throw CommandFailure(
        .dataError, reason: "too_many_decimals",
        localized(
          "\(price.amount.text) \(price.currency) has too many decimal places: \(price.currency) has \(currency.decimals)."
        ),
        advice: localized("No wallet can pay it exactly. Leave out the last \(price.amount.scale - currency.decimals).")
      )
    }
  }

  /// Checks, before a card is accepted, that the wallet can handle the price that is picked.
  func checkPrice(of key: CardKey, in currency: String?) async throws {
    guard let terms = await agent.card(key)?.terms else { return }
    let prices = terms.prices.filter { currency == nil || $0.currency == currency }
    // If the price is not determined yet, the next step asks for it.
    if prices.count == 1 { try await checkPrices(prices) }
  }

  /// Returns the wallet's currencies. If the wallet cannot be asked now, it returns the last known ones, or none.
  private func currencies() async -> [CurrencyInfo] {
    if case .ready = wallet, let now = try? await money.currencies(), !now.isEmpty {
      knownCurrencies = now
      completion.note(currencies: now.map(\.code))
    }
    return knownCurrencies
  }
}
