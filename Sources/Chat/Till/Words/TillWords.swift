import PaymentsAPI
import PaymentsModel

/// The answers of the till, besides the screens of purchases.
///
/// A word after a slash is a command that the customer can tap. A chat takes it up to the first space, so each command
/// is one word.
enum TillWords {
  static let tooFast =
    "You write faster than I can answer. I do not read what you write in this minute. Please wait, then go on: /menu"
  static let tooLong =
    "That is too long for me. The people of the shop see how it begins. /menu shows what you can buy."
  static let unknown =
    "I am a till and know only a few words. The people of the shop see what you wrote. /menu shows what you can buy, "
    + "/help explains the rest."
  static let closed = "The shop is closed now. What you have ordered goes on: /purchases"
  static let cleared = "Your basket is empty. /menu"
  static let emptyBasket = "Your basket is empty. /menu shows what you can buy."
  static let quantity = "You can take 1 to \(CustomerCommand.maximumQuantity) of each. /basket"
  static let fullBasket = "Your basket is full. /basket"
  static let shopIsFull = "There are too many open purchases now. Please try again later: /basket"
  static let tooManyUnpaid = "You ordered often and did not pay. Please try again in an hour: /basket"

  /// What the people of the shop say, and not the till.
  static func answer(_ text: String) -> String { "The people of the shop: \(text)" }

  static func tooManyOpen(_ count: Int) -> String {
    "You have \(count) open purchases. Pay or cancel one of them first: /purchases"
  }

  static func noWallet(_ currency: String) -> String {
    "I cannot take \(currency) now. Please try again in a few minutes: /basket"
  }

  static func problem(_ problem: Quote.Problem, _ currency: String) -> String {
    switch problem {
    case .noPrice: "Not everything in your basket can be paid in \(currency). /basket"
    case .noRate(let priced):
      "I have no current rate for \(priced), so I sell nothing in \(currency) for it now. Please try again later: /basket"
    case .tooLarge: "That is too much for one purchase. /clear"
    case .tooSmall: "That is too little for one purchase. /menu"
    }
  }

  // MARK: Menu and basket

  static func menu(_ shop: ShopState) -> String {
    guard shop.isSelling else { return "\(shop.list.shop)\n\(closed)" }
    let items = shop.list.items.map { "\($0.name), \(price($0)): /\($0.word)" }
    return """
      \(shop.list.shop)
      \(items.joined(separator: "\n"))
      Tap what you want, once for each. For several, write for example: \(shop.list.items[0].word) 3
      /basket /purchases /help
      """
  }

  static func help(_ shop: ShopState) -> String {
    """
    /menu shows what you can buy.
    /basket shows what you have chosen, and how to pay. /clear empties it.
    /purchases shows what you have ordered.
    Each purchase has an address of its own. Pay it once, before its time is over.
    \(conversionRule(shop.list))Money that came too late, too little or too much can go back to you: /refund
    """
  }

  private static func conversionRule(_ list: PriceList) -> String {
    list.rates.map { rule in
      "Prices in \(rule.currency) are paid in \(rule.coin) at the rate of the moment when you order, "
        + "\(rounding(rule.rounding, places: rule.places, coin: rule.coin)). The rate holds until the purchase ends.\n"
    }.joined()
  }

  static func rounding(_ rounding: RateRule.Rounding, places: Int, coin: String) -> String {
    let step = DecimalAmount(coefficient: 1, scale: places).text(in: coin)
    return switch rounding {
    case .up: "rounded up to \(step)"
    case .down: "rounded down to \(step)"
    case .nearest: "rounded to the nearest \(step)"
    }
  }

  private static func price(_ item: PriceList.Item) -> String {
    item.prices.map { $0.amount.text(in: $0.currency) }.joined(separator: " or ")
  }

  static func basket(_ basket: [BasketLine], _ shop: ShopState) -> String {
    let lines = basket.compactMap { line in
      shop.list.item(line.word).map {
        "\(line.quantity) × \($0.name), \(price($0))" + (line.quantity > 1 ? " each" : "")
      }
    }
    guard !lines.isEmpty else { return emptyBasket }
    let payments = shop.list.payWith.map { coin -> String in
      guard let decimals = shop.decimals[coin] else { return "\(coin): not now" }
      do throws(Quote.Problem) {
        let quote = try Quote(basket, in: coin, of: shop.list, decimals: decimals, rates: shop.rates, now: shop.now)
        return "\(quote.due.text(in: coin)): /pay_\(coin.lowercased())"
      } catch {
        return switch error {
        case .noRate(let currency): "\(coin): no current rate for \(currency)"
        case .noPrice: "\(coin): not for all of this"
        case .tooLarge: "\(coin): too much"
        case .tooSmall: "\(coin): too little"
        }
      }
    }
    return """
      Your basket
      \(lines.joined(separator: "\n"))
      To pay, tap one:
      \(payments.joined(separator: "\n"))
      /menu /clear
      """
  }

  // MARK: Purchases

  static func purchases(_ purchases: [Purchase], _ now: Timestamp) -> String {
    guard !purchases.isEmpty else { return "You have ordered nothing yet. /menu" }
    // The newest ones matter, and a message has a limit.
    let lines = purchases.suffix(15).map {
      "Purchase \($0.number), \($0.due.text(in: $0.currency)), \(PurchaseScreen.word($0, now: now)): /purchase_\($0.number)"
    }
    return lines.joined(separator: "\n")
  }

  static func noPurchase(_ number: Int?, _ verb: String) -> String {
    guard let number else { return "You have ordered nothing yet. /menu" }
    return "You have no purchase \(number). /purchases"
  }

  static func notCancelled(_ purchase: Purchase, _ now: Timestamp) -> String {
    "Purchase \(purchase.number) cannot be cancelled: \(PurchaseScreen.word(purchase, now: now)). /purchase_\(purchase.number)"
  }

  static func noReceipt(_ purchase: Purchase) -> String {
    "There is a receipt while purchase \(purchase.number) is paid and confirmed. /purchase_\(purchase.number)"
  }

  // MARK: Refunds

  static func nothingToRefund(_ purchase: Purchase, _ now: Timestamp) -> String {
    if let invoice = purchase.invoice, invoice.paidAmount != invoice.confirmedAmount || !purchase.isInBlocks {
      return "The money for purchase \(purchase.number) is not confirmed yet. Please try again later: "
        + "/refund_\(purchase.number)"
    }
    return "There is nothing to give back for purchase \(purchase.number). /purchase_\(purchase.number)"
  }

  static func askAddress(_ purchase: Purchase, _ amount: DecimalAmount) -> String {
    """
    You can get back \(amount.text(in: purchase.currency)). Write this, with an address of your own wallet:
    refund \(purchase.number) ADDRESS
    """
  }

  static func noAddress(_ purchase: Purchase) -> String {
    """
    That is no address for \(purchase.currency). Copy it from your wallet, and write:
    refund \(purchase.number) ADDRESS
    """
  }

  static func ownAddress(_ purchase: Purchase) -> String {
    """
    That is the address of this shop. Write an address of your own wallet:
    refund \(purchase.number) ADDRESS
    """
  }

  static func confirmRefund(_ purchase: Purchase, to address: String, amount: DecimalAmount) -> String {
    """
    \(amount.text(in: purchase.currency)) go back to this address:
    \(address)
    Look at it well: what was sent cannot be fetched back. If it is right: /yes_\(purchase.number)
    """
  }

  static func nothingToConfirm(_ purchase: Purchase) -> String {
    "There is nothing to confirm. /refund_\(purchase.number)"
  }

  static func refundIsUnderWay(_ purchase: Purchase) -> String {
    "A refund of purchase \(purchase.number) is under way. /purchase_\(purchase.number)"
  }

  static func noMoreRefunds(_ purchase: Purchase) -> String {
    "Refunds of purchase \(purchase.number) were tried too often. Please talk to the people of the shop."
  }
}
