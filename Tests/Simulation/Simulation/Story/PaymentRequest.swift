import PaymentsCore
import PaymentsModel

/// A payment that an app asks for, written down before it is sent, with what the app and the owner did about it.
///
/// A class because of the compiler's fault with large values. `@unchecked Sendable`: the simulation has one thread.
final class PaymentRequest: @unchecked Sendable {
  let id: PaymentRequestID
  let address: String
  let amount: Amount
  /// The largest fee that the app agrees to.
  var maxFee: Amount?
  var expiresAt: Timestamp?
  /// Whether another request with its key has come first.
  var isSpoiled = false
  /// The order, once the app was told of it.
  var order: OrderID?
  /// The largest total that the owner has said yes to.
  var approved: Amount?
  /// Whether the owner has raised its fee in the wallet, beyond what was agreed to.
  var isRaised = false
  /// The end of the order that the app was told first.
  var end: OrderState?

  init(id: PaymentRequestID, address: String, amount: Amount) {
    (self.id, self.address, self.amount) = (id, address, amount)
  }

  /// Notes a yes of the owner, before it takes effect: what leaves must not be more.
  func approve(upTo cap: Amount) { approved = max(approved ?? .zero, amount.addingSaturated(cap)) }

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
