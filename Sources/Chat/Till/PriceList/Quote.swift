package import PaymentsModel

/// What one unit of a wallet's currency costs, as the owner's source said it.
package struct Rate: Sendable, Hashable, Codable {
  /// The value of one unit, in the currency of prices.
  package let value: DecimalAmount
  /// The moment for which the source gave it.
  package let at: Timestamp

  /// The time by which a source's clock may be ahead.
  static let clockTolerance = Duration.seconds(120)

  init(_ value: DecimalAmount, at: Timestamp) {
    self.value = value
    self.at = at
  }

  /// Reads `VALUE TIME`, such as `81.35 2026-11-23T01:00:00Z`; `nil` for anything else, and for a value of zero.
  package init?(parsing bytes: [UInt8]) {
    guard bytes.count <= 200, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let words = text.unicodeScalars.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }.map(String.init)
    guard words.count == 2, let value = try? DecimalAmount(words[0]), value.coefficient > 0,
      let at = Timestamp(words[1])
    else { return nil }
    self.init(value, at: at)
  }

  func isUsable(_ rule: RateRule, now: Timestamp) -> Bool {
    now.since(at) <= rule.maximumAge && at.since(now) <= Self.clockTolerance
  }
}

/// A sum that was converted with a rate.
package struct Conversion: Sendable, Hashable, Codable {
  /// The sum before.
  package let from: PriceList.Price
  /// The amount that it became.
  package let amount: DecimalAmount
  /// The rate.
  package let rate: Rate
  /// The rule by which it was rounded.
  package let rounding: RateRule.Rounding
  /// The number of decimal places.
  package let places: Int
}

/// The amount that a basket costs in one currency of the wallet.
struct Quote: Sendable, Hashable {
  /// Why there is no amount.
  enum Problem: Error, Sendable, Hashable {
    /// The item has no price in that currency.
    case noPrice(item: String)
    /// There is no rate that is young enough.
    case noRate(currency: String)
    /// The sum is too large to be counted.
    case tooLarge
    /// The sum is zero after rounding.
    case tooSmall
  }

  /// The amount to pay.
  let due: DecimalAmount
  /// The sums that were converted.
  let conversions: [Conversion]

  /// Adds up a basket. Prices in one currency are added first and converted once, so that the rounding counts once.
  init(
    _ basket: [BasketLine], in coin: String, of list: PriceList, decimals: Int, rates: [RateRule: Rate], now: Timestamp
  ) throws(Problem) {
    var sums: [(rule: RateRule?, currency: String, sum: DecimalAmount)] = []
    for line in basket {
      guard let item = list.item(line.word), let (price, rule) = list.price(of: item, in: coin) else {
        throw .noPrice(item: line.word)
      }
      let part = try price.amount.multiplied(by: UInt128(line.quantity))
      if let index = sums.firstIndex(where: { $0.currency == price.currency }) {
        sums[index].sum = try sums[index].sum.adding(part)
      } else {
        sums.append((rule, price.currency, part))
      }
    }
    var due = DecimalAmount(coefficient: 0, scale: 0)
    var conversions: [Conversion] = []
    for (rule, currency, sum) in sums {
      guard let rule else {
        due = try due.adding(sum)
        continue
      }
      guard let rate = rates[rule], rate.isUsable(rule, now: now) else { throw .noRate(currency: currency) }
      let places = min(rule.places, decimals)
      let amount = try sum.divided(by: rate.value, places: places, rounding: rule.rounding)
      conversions.append(
        Conversion(
          from: PriceList.Price(sum, currency), amount: amount, rate: rate, rounding: rule.rounding, places: places))
      due = try due.adding(amount)
    }
    guard due.coefficient > 0 else { throw .tooSmall }
    guard due.scale <= decimals else { throw .noPrice(item: coin) }
    self.due = due
    self.conversions = conversions
  }
}

extension DecimalAmount {
  func adding(_ other: DecimalAmount) throws(Quote.Problem) -> DecimalAmount {
    let scale = max(scale, other.scale)
    let (sum, overflow) = try coefficient(scale).addingReportingOverflow(other.coefficient(scale))
    guard !overflow else { throw .tooLarge }
    return DecimalAmount(coefficient: sum, scale: scale)
  }

  /// The difference; zero where the other amount is larger.
  func subtracting(_ other: DecimalAmount) -> DecimalAmount {
    let scale = max(scale, other.scale)
    guard let mine = try? coefficient(scale), let theirs = try? other.coefficient(scale), mine > theirs else {
      return DecimalAmount(coefficient: 0, scale: 0)
    }
    return DecimalAmount(coefficient: mine - theirs, scale: scale)
  }

  func multiplied(by factor: UInt128) throws(Quote.Problem) -> DecimalAmount {
    let (product, overflow) = coefficient.multipliedReportingOverflow(by: factor)
    guard !overflow else { throw .tooLarge }
    return DecimalAmount(coefficient: product, scale: scale)
  }

  func divided(
    by rate: DecimalAmount, places: Int, rounding: RateRule.Rounding
  ) throws(Quote.Problem) -> DecimalAmount {
    // A quotient with so many places is (c / 10^s) / (r / 10^t) · 10^places = c · 10^(places + t) / (r · 10^s).
    let shift = places + rate.scale - scale
    let top = try coefficient.timesTen(max(shift, 0))
    let bottom = try rate.coefficient.timesTen(max(-shift, 0))
    guard bottom > 0 else { throw .tooLarge }
    let (whole, rest) = top.quotientAndRemainder(dividingBy: bottom)
    let isLarger: Bool =
      switch rounding {
      case .up: rest > 0
      case .down: false
      case .nearest: rest >= bottom - rest
      }
    return DecimalAmount(coefficient: whole + (isLarger ? 1 : 0), scale: places)
  }

  private func coefficient(_ places: Int) throws(Quote.Problem) -> UInt128 {
    try coefficient.timesTen(places - scale)
  }

  /// Whether the amount is at most another one.
  func isAtMost(_ other: DecimalAmount) -> Bool { subtracting(other).coefficient == 0 }
}

extension UInt128 {
  fileprivate func timesTen(_ count: Int) throws(Quote.Problem) -> UInt128 {
    var value = self
    for _ in 0..<count {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { throw .tooLarge }
      value = product
    }
    return value
  }
}
