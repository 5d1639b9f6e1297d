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
      sums.count > 1 ? sums.dropLast().joined(separator: ", ") + " and " + (sums.last ?? "") : sums.first ?? ""
    var words = sales.sold == 0 ? "nothing sold yet" : "\(sales.sold) sold for \(sum)"
    if sales.confirming > 0 { words += ", \(sales.confirming) being confirmed" }
    return "Today, \(MomentWords.day(now, in: zone)): \(words)."
  }

  /// The refunds that wait for the owner. How one is approved stands on a line of its own, so that it can be copied.
  static func refunds(_ purchases: [(Customer, Purchase)]) -> [String] {
    let waiting = purchases.flatMap { customer, purchase in
      purchase.refunded.filter { $0.order?.state == .awaitingApproval }.map { (customer, purchase, $0) }
    }
    let lines = waiting.prefix(most).flatMap { customer, purchase, refund -> [String] in
      guard let order = refund.order else { return [] }
      return [
        "Waits for you: \(name(customer)) gets back \(refund.amount.text(in: purchase.currency)) of purchase "
          + "\(purchase.number). Your yes is:", "  payd approve \(SafeText(order.orderID.rawValue))",
      ]
    }
    let more = waiting.count - min(waiting.count, most)
    return lines
      + (more > 0 ? [CountText.text(more, "more refund waits", "more refunds wait") + " for you: payd questions"] : [])
  }

  /// What customers have written, and how they are answered.
  static func words(_ customers: [Customer]) -> [String] {
    let lines = customers.prefix(most).flatMap { customer -> [String] in
      var lines = (customer.words ?? []).suffix(most).map {
        "\(name(customer)) writes at \(LocalTime.timeOfDay($0.at)): \(SafeText($0.text, limit: longestWords))"
      }
      if let last = lines.popLast() { lines.append("\(last)  → answer \(customer.number ?? 0) YOUR WORDS") }
      return lines
    }
    let more = customers.count - min(customers.count, most)
    return lines + (more > 0 ? [CountText.text(more, "more customer has", "more customers have") + " written."] : [])
  }

  /// How many purchases go on in a shop that is closed.
  static func goingOn(_ open: Int) -> String { CountText.text(open, "open purchase goes on", "open purchases go on") }

  private static func name(_ customer: Customer) -> String {
    "\(SafeText(customer.name, limit: 24)) (customer \(customer.number ?? 0))"
  }
}
