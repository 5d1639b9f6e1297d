package import PaymentsModel

/// What a shop sells, at which prices, and by which rules. It comes from a file of the owner's.
package struct PriceList: Sendable, Hashable {
  /// A price: an amount in any currency, whether a wallet has it or not.
  package struct Price: Sendable, Hashable, Codable {
    /// The amount.
    package let amount: DecimalAmount
    /// The code of the currency, such as `EUR` or `LTC`.
    package let currency: String

    init(_ amount: DecimalAmount, _ currency: String) {
      self.amount = amount
      self.currency = currency
    }
  }

  /// A thing that is sold.
  package struct Item: Sendable, Hashable {
    /// The word with which a customer chooses it.
    package let word: String
    /// Its name.
    package let name: String
    /// Its prices, each in another currency. The first one is shown.
    package let prices: [Price]
  }

  /// How customers get money back.
  package enum Refunds: String, Sendable, Hashable, CaseIterable {
    /// Only what was paid too much, too late, or for a purchase that did not come about.
    case excess
    /// Also the price of a purchase that was paid.
    case all
  }

  /// The limits that keep one customer from using up the shop.
  package struct Limits: Sendable, Hashable {
    /// The highest number of open purchases of one customer.
    package var openPerCustomer = 3
    /// The highest number of open purchases of all customers.
    package var open = 100
    /// The highest number of answers that one customer gets in a minute.
    package var repliesPerMinute = 20
    /// The highest number of addresses of a currency that are made since the last one that was paid. It has to stay
    /// below that of the wallet's provider, which makes no more from there on.
    package var unpaid = 150
    /// The part of ``unpaid`` for customers who have never paid.
    var unpaidOfStrangers: Int { max(1, unpaid * 2 / 3) }
    /// The part of ``open`` that customers can use who have not paid before.
    var openOfStrangers: Int { max(1, open * 2 / 3) }
  }

  /// The name of the shop.
  package let shop: String
  /// The currencies of the wallet in which customers can pay.
  package let payWith: [String]
  /// What is sold.
  package let items: [Item]
  /// The rates that convert prices.
  package let rates: [RateRule]
  /// The time that a customer has to pay.
  package let lifetime: Duration
  /// The number of confirmations that are wanted; `nil` for that of the wallet.
  package let confirmations: Int?
  /// How customers get money back.
  package let refunds: Refunds
  /// The limits.
  package let limits: Limits
  /// The time zone in which customers read times; `nil` if the list names none.
  package var zone: ShopZone?

  /// The item that a word means.
  package func item(_ word: String) -> Item? { items.first { $0.word == word } }

  /// The rule that converts a price in one currency into a currency of the wallet.
  func rule(_ coin: String, for currency: String) -> RateRule? {
    rates.first { $0.coin == coin && $0.currency == currency }
  }

  /// The price of an item that counts when the customer pays with a currency, and the rule that converts it.
  func price(of item: Item, in coin: String) -> (price: Price, rule: RateRule?)? {
    if let price = item.prices.first(where: { $0.currency == coin }) { return (price, nil) }
    for price in item.prices {
      if let rule = rule(coin, for: price.currency) { return (price, rule) }
    }
    return nil
  }
}

/// Where a rate comes from, and how an amount is made with it.
package struct RateRule: Sendable, Hashable {
  /// The place where a rate is read.
  package enum Source: Sendable, Hashable {
    /// A file.
    case file(String)
    /// A program, which prints the rate.
    case program(String)
  }

  /// What becomes of the digits beyond the last decimal place.
  package enum Rounding: String, Sendable, Hashable, Codable, CaseIterable {
    /// The amount becomes larger.
    case up
    /// The amount becomes smaller.
    case down
    /// The amount becomes the nearest one; a half becomes larger.
    case nearest
  }

  /// The currency of the wallet.
  package let coin: String
  /// The currency of prices.
  package let currency: String
  /// The place where the rate is read.
  package let source: Source
  /// The age up to which a rate is used.
  package let maximumAge: Duration
  /// The rounding rule.
  package let rounding: Rounding
  /// The number of decimal places of the amounts that are made with it.
  package let places: Int
}
