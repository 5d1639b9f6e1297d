import Orders
import PaymentsCore
import PaymentsModel

@testable import Ledger
@testable import MockWallet
@testable import Provider

/// What must hold, whatever happens.
extension World {
  struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// What must hold after each step, by what the network has.
  func check() throws {
    if let violation { throw violation }
    var paid: [String: MockControl.Broadcast] = [:]
    var sum = Amount.zero
    for payment in payments where payment.place != .replaced && !byHand.contains(payment.address) {
      if let other = paid[payment.address], other.transactionID != payment.transactionID {
        throw Violation("\(payment.address) has two transactions")
      }
      paid[payment.address] = payment
    }
    for payment in paid.values {
      guard let request = requests.first(where: { $0.address == payment.address }) else {
        throw Violation("nobody has asked for what was paid to \(payment.address)")
      }
      let total = payment.amount.addingSaturated(payment.fee)
      guard payment.amount == request.amount || request.isSpoiled else { throw Violation("another amount was paid") }
      if let end = request.end, end != .succeeded, payment.isAlive {
        throw Violation("an app was told \(end.rawValue) for \(payment.address), which is paid")
      }
      guard !request.isRaised, !request.isSpoiled else { continue }
      if let most = request.maxFee, payment.fee > most {
        throw Violation("a fee of \(payment.fee.atomicUnits) was paid of at most \(most.atomicUnits)")
      }
      guard total <= max(request.approved ?? .zero, setting.unasked) else {
        throw Violation("\(total.atomicUnits) left for \(payment.address) without a yes to that")
      }
      if payment.isAlive { sum = sum.addingSaturated(total) }
    }
    if let most = setting.limits.perPeriod, sum > most {
      throw Violation("\(sum.atomicUnits) were paid of \(most.atomicUnits)")
    }
  }

  /// What must hold at the end, when the world has been kind for long enough.
  func checkEnd() throws {
    try check()
    guard let parts = serving?.parts else { throw Violation("no daemon serves at the end") }
    let left = parts.payments.orders.live
    guard left.isEmpty else {
      let orders = left.map { "\($0.order.terms.id.rawValue) \($0.order.state.rawValue)" }
      throw Violation("does not end: \(orders.joined(separator: ", "))")
    }
    let paid = Set(payments.filter(\.isAlive).map(\.address))
    let content = try read(parts.core.ledger)
    let orders = Dictionary(content.orders.map { ($0.terms.address, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, request) in requests.enumerated() {
      guard let order = orders[request.address] else {
        guard request.order == nil else { throw Violation("request \(index) was taken, and is lost") }
        continue
      }
      if let told = request.order, told != order.terms.id {
        throw Violation("request \(index) was told \(told.rawValue), and is \(order.terms.id.rawValue)")
      }
      if let end = request.end, end != order.state {
        throw Violation("request \(index) was told \(end.rawValue), and is \(order.state.rawValue)")
      }
      let isPaid = order.state == .succeeded && order.progress.reversedAt == nil
      guard isPaid == paid.contains(request.address) else {
        let words = order.progress.reversedAt == nil ? order.state.rawValue : "reversed"
        throw Violation("request \(index) is \(words), and \(paid.contains(request.address) ? "" : "not ")paid")
      }
    }
    try check(content)
  }
}
