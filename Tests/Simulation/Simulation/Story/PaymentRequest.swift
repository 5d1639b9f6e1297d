import PaymentsCore
import PaymentsModel

/// A payment that an app asks for, written down before it is sent, with what the app and the owner did about it.
///
/// A class because of the compiler's fault with large values. `@unchecked Sendable`: the simulation has one thread.
final class PaymentRequest: @unchecked Sendable {
  let id: PaymentRequestID
  let address: String
  /// The address as the app has it.
  var typed: String
  let amount: Amount
  /// The largest fee that the app agrees to.
  var maxFee: Amount?
  var expiresAt: Timestamp?
  /// How often a daemon had crashed or stood still before.
  var interruptionsBefore = 0
  /// Whether another request with its key has come first.
  var isSpoiled = false
  /// The order, once the app was told of it.
  var order: OrderID?
  /// The largest total that the owner has said yes to.
  var approved: Amount?
  /// Whether the app was told that its time is over, so that there must be no order.
  var isRefused = false
  /// Whether the owner has raised its fee in the wallet, beyond what was agreed to.
  var isRaised = false
  /// The end of the order that the app was told first.
  var end: OrderState?
  /// The end that the app was told by a ledger that was lost, so that neither it nor the owner wants it paid any more.
  var endOfLostLedger: OrderState?
  /// Whether the owner has said yes with the PIN.
  var hasPIN = false
  /// Whether it belongs to a card of the chat, which asks for it by itself.
  var isOfCard = false

  init(id: PaymentRequestID, address: String, amount: Amount) {
    (self.id, self.address, self.typed, self.amount) = (id, address, address, amount)
  }

  /// Notes a yes of the owner, before it takes effect: what leaves must not be more.
  func approve(upTo cap: Amount, withPIN: Bool = false) {
    approved = max(approved ?? .zero, amount.addingSaturated(cap))
    hasPIN = hasPIN || withPIN
  }

  /// Notes what the app was told of the order.
  ///
  /// - Throws: ``World/Violation`` if it was told of another order or another end before.
  func told(_ id: OrderID, _ state: OrderState) throws {
    if let order, order != id {
      throw World.Violation("an app was told \(order.rawValue) for \(address), and then \(id.rawValue)")
    }
    order = id
    guard state.isTerminal else { return }
    if let end, end != state { throw World.Violation("an app was told \(end.rawValue), and then \(state.rawValue)") }
    end = state
  }
}
