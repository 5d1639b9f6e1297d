import ChatPayments
import Consumer
import PaymentsAPI
import PaymentsModel
import TerminalUI

extension ChatSession {
  /// What the own wallet does not have, or cannot pay or be paid exactly, is said before others are asked for it.
  ///
  /// - Throws: ``CommandFailure``.
  func check(_ prices: [CardPrice]) async throws {
    let known = await currencies()
    guard !known.isEmpty else { return }
    for price in prices {
      guard let currency = known.first(where: { $0.code == price.currency }) else {
        let meant = NearestWord.of(price.currency, among: known.map(\.code)).map { "Is it \($0)? " } ?? ""
        throw CommandFailure(
          .dataError, reason: "unknown_currency", "Your wallet has no \(price.currency).",
          advice: "\(meant)It has \(known.map(\.code).joined(separator: ", ")).")
      }
      guard price.amount.scale > currency.decimals else { continue }
      throw CommandFailure(
        .dataError, reason: "too_many_decimals",
        "\(price.amount.text) \(price.currency) has too many decimal places: \(price.currency) has \(currency.decimals).",
        advice: "No wallet can pay it exactly. Leave out the last \(price.amount.scale - currency.decimals).")
    }
  }

  /// Before a card is accepted: the price that is picked is one that the own wallet can pay or be paid.
  func checkPrice(of key: CardKey, in currency: String?) async throws {
    guard let terms = await agent.card(key)?.terms else { return }
    let prices = terms.prices.filter { currency == nil || $0.currency == currency }
    // Which one is meant is asked for by what follows.
    if prices.count == 1 { try await check(prices) }
  }

  /// The own wallet's currencies; those that it had before where it cannot be asked now, and none where it never could.
  private func currencies() async -> [CurrencyInfo] {
    if case .ready = wallet, let now = try? await money.currencies(), !now.isEmpty {
      knownCurrencies = now
      completion.note(currencies: now.map(\.code))
    }
    return knownCurrencies
  }
}
