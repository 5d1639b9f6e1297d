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
      try checkMoment(of: payment, request)
      let total = payment.amount.addingSaturated(payment.fee)
      guard payment.amount == request.amount || request.isSpoiled else { throw Violation("another amount was paid") }
      if let end = request.end, end != .succeeded, payment.isAlive {
        throw Violation("an app was told \(end.rawValue) for \(payment.address), which is paid")
      }
      guard !request.isRaised, !request.isSpoiled else { continue }
      if let most = request.maxFee, payment.fee > most {
        throw Violation("a fee of \(payment.fee.atomicUnits) was paid of at most \(most.atomicUnits)")
      }
      guard total <= max(request.approved ?? .zero, setting.unasked(to: payment.address)) else {
        throw Violation("\(total.atomicUnits) left for \(payment.address) without a yes to that")
      }
    }
    // What a lost ledger has spent, the one in its place does not know.
    if !isRestored { try checkLimits(paid.values.filter(\.isAlive)) }
  }

  /// Nothing is handed over for the first time after its time is over, where the daemon could know that it is the first, and
  /// the transaction pays nobody else.
  private func checkMoment(of payment: MockControl.Broadcast, _ request: PaymentRequest) throws {
    guard let end = request.expiresAt, !request.isSpoiled, !isRestored, request.interruptionsBefore == interruptions,
      payments.count(where: { $0.transactionID == payment.transactionID }) == 1,
      let first = network.access(appends: false, { $0.scripts[0].firstCommits[payment.transactionID] }), first > end
    else { return }
    throw Violation("\(payment.address) was first handed over at \(first.text), and no more wanted after \(end.text)")
  }

  /// What has succeeded is as deep as the currency says.
  func checkDepth(of request: PaymentRequest) throws {
    guard request.end == .succeeded, !hasReorganised,
      let payment = payments.last(where: { $0.address == request.address && $0.isAlive })
    else { return }
    let height = try network.control.height(Self.currency)
    if case .block(let block) = payment.place, height - block + 1 >= Self.confirmations { return }
    throw Violation("an app was told succeeded for \(request.address), which is not deep enough")
  }

  private func checkLimits(_ paid: [MockControl.Broadcast]) throws {
    // Each app has limits of its own.
    for isOfCard in [false, true] {
      try checkLimits(
        ofOneApp: paid.filter { payment in
          requests.contains {
            $0.address == payment.address && $0.isOfCard == isOfCard && !$0.isRaised && !$0.isSpoiled
          }
        })
    }
  }

  private func checkLimits(ofOneApp paid: [MockControl.Broadcast]) throws {
    let limits = setting.limits
    let sum = paid.reduce(Amount.zero) { $0.addingSaturated($1.amount).addingSaturated($1.fee) }
    if let most = limits.perPeriod, sum > most {
      throw Violation("\(sum.atomicUnits) were paid of \(most.atomicUnits)")
    }
    if let most = limits.count, paid.count > most { throw Violation("\(paid.count) payments left of \(most)") }
    for payment in paid {
      guard let most = limits.recipients[payment.address] else { continue }
      guard payment.amount.addingSaturated(payment.fee) <= most else {
        throw Violation("\(payment.address) was paid more than the limit of this recipient")
      }
    }
  }

  /// What must hold at the end, when the world has been kind for long enough.
  func checkEnd() throws {
    try check()
    let content = try readAtEnd()
    guard let parts = serving?.parts else { throw Violation("no daemon serves at the end") }
    let left = parts.payments.orders.live
    guard left.isEmpty else {
      let orders = left.map { "\($0.order.terms.id.rawValue) \($0.order.state.rawValue)" }
      throw Violation("does not end: \(orders.joined(separator: ", "))")
    }
    let paid = Set(payments.filter(\.isAlive).map(\.address))
    let orders = Dictionary(content.orders.map { ($0.terms.address, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, request) in requests.enumerated() {
      if request.isRefused, !request.isSpoiled, let order = orders[request.address], order.state != .expired {
        throw Violation("request \(index) was refused as too late, and is \(order.state.rawValue)")
      }
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
    try checkCards()
  }
}
