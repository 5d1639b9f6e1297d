import MockWallet
import OwnerAPI
import PaymentsModel

/// What the owner says about what the wallet sent. It is true.
extension World {
  func lookAtSends() {
    guard let daemon = serving else { return }
    Scheduler.within(daemon.process) {
      _ = Task { [self] in
        do {
          let report = try await daemon.ask(ListUnknownSends.self, .init())
          for send in report.sends {
            let paid = report.orders.first { order in
              payments.contains { $0.transactionID == send.id && $0.address == order.address }
            }
            note("the owner says that \(send.id.prefix(8)) is \(paid?.id ?? "no order's")")
            _ = try await daemon.ask(SettleUnknownSend.self, .init(id: send.id, verdict: paid?.id ?? "own"))
          }
          for order in report.orders where !payments.contains(where: { $0.address == order.address && $0.isAlive }) {
            note("the owner says that \(order.id) is not paid")
            _ = try await daemon.ask(PayHeldOrder.self, .init(id: order.id))
          }
        } catch {
          note("the owner's word about sends: \(error)")
        }
      }
    }
  }
}
