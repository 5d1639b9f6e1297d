import PaymentsAPI
import PaymentsModel
import TerminalUI
import Till

/// What the owner of a till is told above the list of the purchases.
enum TillHead {
  /// The most refunds, and the most customers' words, that are told one by one.
  private static let most = 3
  /// The most code points of a customer's words on the screen.
  private static let longestWords = 300

  /// What was sold on the day of a moment, such as `Today, 26 Nov 2026: 3 sold for 0.34 LTC and 0.01 XMR.`
  static func sales(_ purchases: [Purchase], now: Timestamp, in zone: ShopZone) -> String {
    let sales = DaySales(purchases, now: now, in: zone)
    let sums = sales.sums.map { $0.amount.text(in: $0.currency) }
    let sum =
      sums.count > 1
      ? localized("\(sums.dropLast().joined(separator: ", ")) and \(sums.last ?? "")") : sums.first ?? ""
    let (day, confirming) = (MomentWords.localizedDay(now, in: zone), sales.confirming)
    return switch (sales.sold, confirming) {
    case (0, ...0): localized("Today, \(day): nothing sold yet.")
    case (0, _): localized("Today, \(day): nothing sold yet, \(confirming) being confirmed.")
    case (_, ...0): localized("Today, \(day): \(sales.sold) sold for \(sum).")
    default: localized("Today, \(day): \(sales.sold) sold for \(sum), \(confirming) being confirmed.")
    }
  }

  /// The refunds that wait for the owner. How one is approved stands on a line of its own, so that it can be copied.
  static func refunds(_ purchases: [(Customer, Purchase)]) -> [String] {
    let waiting = purchases.flatMap { customer, purchase in
      purchase.refunded.filter { $0.order?.state == .awaitingApproval }.map { (customer, purchase, $0) }
    }
    let lines = waiting.prefix(most).flatMap { customer, purchase, refund -> [String] in
      guard let order = refund.order else { return [] }
      return [
        localized(
          "Waits for you: \(name(customer)) gets back \(refund.amount.text(in: purchase.currency)) of purchase "
            + "\(purchase.number). Your yes is:"), "  payd approve \(SafeText(order.orderID.rawValue))",
      ]
    }
    return switch waiting.count - most {
    case ...0: lines
    case 1: lines + [localized("1 more refund waits for you: payd questions")]
    case let more: lines + [localized("\(more) more refunds wait for you: payd questions")]
    }
  }

  /// What customers have written, and how they are answered.
  static func words(_ customers: [Customer]) -> [String] {
    let lines = customers.prefix(most).flatMap { customer -> [String] in
      var lines = (customer.words ?? []).suffix(most).map {
        localized(
          "\(name(customer)) writes at \(LocalTime.timeOfDay($0.at)): \(SafeText($0.text, limit: longestWords))")
      }
      if let last = lines.popLast() { lines.append(localized("\(last)  → answer \(customer.number ?? 0) YOUR WORDS")) }
      return lines
    }
    return switch customers.count - most {
    case ...0: lines
    case 1: lines + [localized("1 more customer has written.")]
    case let more: lines + [localized("\(more) more customers have written.")]
    }
  }

  /// Whether the shop is open, and how many purchases go on where it is not.
  static func shop(_ shop: String, at network: String, isSelling: Bool, open: Int) -> String {
    let network = NetworkWords.shown(network)
    guard !isSelling else { return localized("\(shop) at \(network): open.") }
    return switch open {
    case 0: localized("\(shop) at \(network): closed.")
    case 1: localized("\(shop) at \(network): closed, 1 open purchase goes on.")
    default: localized("\(shop) at \(network): closed, \(open) open purchases go on.")
    }
  }

  private static func name(_ customer: Customer) -> String {
    localized("\(SafeText(customer.name, limit: 24)) (customer \(customer.number ?? 0))")
  }
}
