import Orders
import PaymentsCore
import PaymentsModel

@testable import Ledger
@testable import MockWallet

/// What must hold, whatever happens.
extension World {
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  /// What must hold after each step, by what the network has.
  func check() throws {
    var paid: [String: MockControl.Broadcast] = [:]
    var sum = Amount.zero
    for broadcast in try network.control.broadcasts(Self.currency) {
      if let other = paid[broadcast.address], other.transactionID != broadcast.transactionID {
        throw Violation(description: "\(broadcast.address) has two transactions")
      }
      paid[broadcast.address] = broadcast
    }
    for broadcast in paid.values {
      guard let request = requests.first(where: { $0.address == broadcast.address }) else {
        throw Violation(description: "nobody has asked for what was paid to \(broadcast.address)")
      }
      let total = broadcast.amount.addingSaturated(broadcast.fee)
      guard broadcast.amount == request.amount else { throw Violation(description: "another amount was paid") }
      guard total <= max(request.approved ?? .zero, Self.unasked) else {
        throw Violation(description: "\(total.atomicUnits) left for \(broadcast.address) without a yes to that")
      }
      sum = sum.addingSaturated(total)
    }
    if let most = Self.limits.perPeriod, sum > most {
      throw Violation(description: "\(sum.atomicUnits) were paid of \(most.atomicUnits)")
    }
  }

  /// What must hold at the end, when the world has been kind for long enough.
  func checkEnd() throws {
    try check()
    guard orders.live.isEmpty else {
      let left = orders.live.map { "\($0.order.terms.id.rawValue) \($0.order.state.rawValue)" }
      throw Violation(description: "does not end: \(left.joined(separator: ", "))")
    }
    let paid = Set(try network.control.broadcasts(Self.currency).map(\.address))
    for (index, request) in requests.enumerated() {
      let found = Found()
      run { [provider] in
        found.order = try await provider.ledger.read { reader in
          try reader.orders(of: Self.app, page: LedgerPage(limit: 10_000)).first { $0.terms.requestID == request.id }
        }
      }
      guard let order = found.order else {
        guard request.order == nil else { throw Violation(description: "request \(index) was taken, and is lost") }
        continue
      }
      if let told = request.order, told != order.terms.id {
        throw Violation(description: "request \(index) was told \(told.rawValue), and is \(order.terms.id.rawValue)")
      }
      guard (order.state == .succeeded) == paid.contains(request.address) else {
        throw Violation(
          description:
            "request \(index) is \(order.state.rawValue), and \(paid.contains(request.address) ? "" : "not ")paid")
      }
    }
  }

  /// `@unchecked Sendable`: the simulation has one thread.
  private final class Found: @unchecked Sendable {
    var order: OrderMachine?
  }
}
