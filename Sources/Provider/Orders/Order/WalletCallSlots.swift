/// Which calls of the wallet an order has asked for, and which are under way. A pure value.
///
/// Only one call of each kind runs at a time. One that still waits is void if a later one was requested.
struct WalletCallSlots: Sendable {
  enum Kind: Sendable {
    case quote, prepare, broadcast, lookup
  }

  /// A call that was requested.
  struct Ticket: Sendable {
    let kind: Kind
    fileprivate let number: UInt32
  }

  private struct Slot {
    var newest: UInt32 = 0
    var isUnderWay = false
  }

  private var slots: [Kind: Slot] = [:]

  /// Requests a call, which makes earlier ones of its kind void that did not begin yet.
  mutating func request(_ kind: Kind) -> Ticket {
    slots[kind, default: Slot()].newest &+= 1
    return Ticket(kind: kind, number: slots[kind]?.newest ?? 0)
  }

  /// Begins a call, unless it is void or another one of its kind is running.
  mutating func begin(_ ticket: Ticket) -> Bool {
    guard let slot = slots[ticket.kind], slot.newest == ticket.number, !slot.isUnderWay else { return false }
    slots[ticket.kind]?.isUnderWay = true
    return true
  }

  /// Ends the call of this kind that is running.
  mutating func end(_ kind: Kind) { slots[kind]?.isUnderWay = false }
}
