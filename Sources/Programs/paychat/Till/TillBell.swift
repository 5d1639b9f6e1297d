import ChatPayments
import PaymentsModel
import Till

/// Knows what the owner has heard already: an order, its payment, and a customer's words each ring once.
struct TillBell: Sendable {
  private enum Stroke: Hashable {
    case ordered(RoomID, Int)
    case paid(RoomID, Int)
    case said(RoomID, CustomerWords)
  }

  /// `nil` before the first look: what is there when the till is opened does not ring.
  private var heard: Set<Stroke>?

  /// Returns whether something is new since the last look.
  mutating func rings(_ purchases: [(Customer, Purchase)], _ waiting: [Customer], now: Timestamp) -> Bool {
    var strokes: Set<Stroke> = []
    for (customer, purchase) in purchases {
      strokes.insert(.ordered(customer.room, purchase.number))
      switch purchase.phase(now: now) {
      case .seen, .paid, .missing, .unsold, .refunded: strokes.insert(.paid(customer.room, purchase.number))
      default: break
      }
    }
    for customer in waiting {
      for words in customer.words ?? [] { strokes.insert(.said(customer.room, words)) }
    }
    defer { heard = strokes }
    return heard.map { !strokes.subtracting($0).isEmpty } ?? false
  }
}
