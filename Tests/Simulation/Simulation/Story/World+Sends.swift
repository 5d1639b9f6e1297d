import OwnerAPI
import PaymentsModel

@testable import MockWallet

/// What the owner says about what the wallet sent. It is true.
extension World {
  /// The owner decides about an order of which the ledger does not know whether it is paid.
  private func decide(held order: OwnerOrder, at daemon: SimulatedDaemon) async throws {
    let paid = payments.filter { $0.address == order.address && $0.place != .replaced }
    let isUnwanted = requests.contains { $0.address == order.address && $0.endOfLostLedger != nil }
    if paid.contains(where: \.isAlive) { return }
    if paid.isEmpty, !isUnwanted {
      note("the owner says that \(order.id) is not paid")
      _ = try await daemon.ask(PayHeldOrder.self, .init(id: order.id, pin: Self.pin))
    } else {
      note("the owner says that \(order.id) is not wanted any more")
      _ = try await daemon.ask(CancelHeldOrder.self, .init(id: order.id))
    }
  }

  func lookAtSends() {
    atDaemon("the owner's word about sends") { [self] daemon in
      let report = try await daemon.ask(ListUnknownSends.self, .init())
      for send in report.sends {
        let paid = payments.filter { $0.transactionID == send.id }
        let order = report.orders.first { order in paid.contains { $0.address == order.address } }
        let verdict = order?.id ?? (paid.allSatisfy { byHand.contains($0.address) } ? "own" : "forgotten")
        note("the owner says that \(send.id.prefix(8)) is \(verdict)")
        _ = try await daemon.ask(SettleUnknownSend.self, .init(id: send.id, verdict: verdict, pin: Self.pin))
      }
      for order in report.orders { try await decide(held: order, at: daemon) }
    }
  }
}
