package import PaymentsModel

/// What a shop has sold on a day. Purchases count on the day on which they were ordered.
package struct DaySales: Sendable {
  /// The number of purchases that are paid and confirmed.
  package private(set) var sold = 0
  /// Their prices, added up for each currency.
  package private(set) var sums: [(currency: String, amount: DecimalAmount)] = []
  /// The number of purchases whose payment was seen and is not confirmed yet.
  package private(set) var confirming = 0

  /// Adds up the purchases of the day on which a moment is.
  package init(_ purchases: [Purchase], now: Timestamp, in zone: ShopZone) {
    for purchase in purchases where zone.isSameDay(purchase.madeAt, now) {
      switch purchase.phase(now: now) {
      case .paid:
        sold += 1
        add(purchase.due, purchase.currency)
      case .seen: confirming += 1
      default: break
      }
    }
  }

  private mutating func add(_ amount: DecimalAmount, _ currency: String) {
    guard let index = sums.firstIndex(where: { $0.currency == currency }) else {
      return sums.append((currency, amount))
    }
    // A sum that is too large to be counted stays as it is.
    sums[index].amount = (try? sums[index].amount.adding(amount)) ?? sums[index].amount
  }
}
