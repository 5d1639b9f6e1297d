import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Synchronization
import WalletBackend

/// Holds a process for each payment order that is not at its end.
final class OrderRegistry: Sendable {
  private struct State {
    var processes: [OrderID: LiveOrder] = [:]
  }

  /// The delayed jobs of all orders.
  let waits = DelayQueue()
  private let state = Mutex(State())

  /// The processes of all orders that are not at their end.
  var live: [LiveOrder] { state.withLock { Array($0.processes.values) } }

  /// The orders whose wallet is no longer configured, oldest first.
  var withoutWallet: [OrderMachine] {
    live.filter { !$0.hasWallet }.map(\.order).sorted { $0.terms.createdAt < $1.terms.createdAt }
  }

  /// Returns the process of an order; `nil` if the order is at its end or unknown.
  func process(_ id: OrderID) -> LiveOrder? {
    state.withLock { $0.processes[id] }
  }

  /// Starts the process of a stored order.
  func start(
    _ order: OrderMachine, wallet: CurrencyWallet, payments: Payments, isTakenUp: Bool = true
  ) -> LiveOrder {
    let process = LiveOrder(order, wallet: wallet, payments: payments, isTakenUp: isTakenUp) { [weak self] id in
      self?.ended(id)
    }
    state.withLock { $0.processes[order.terms.id] = process }
    return process
  }

  /// Sends the event `tick` to every order whose deadline has come.
  func tick(at now: Timestamp) {
    for process in live where process.isTakenUp {
      if let deadline = process.read(\.nextDeadline), deadline <= now { process.post(.tick) }
    }
  }

  /// Asks for the status of the payments that the network has, one after another, so that the wallet has time for other
  /// calls.
  ///
  /// - Parameter all: Whether payments in blocks are asked for, too, which only another block can change.
  func followUp(_ currency: String, all: Bool) async {
    for process in live {
      let isDue = process.read { order in
        order.isFollowed && order.terms.currency == currency && (all || order.progress.confirmations == 0)
      }
      if isDue { await process.followUp() }
    }
  }

  private func ended(_ id: OrderID) {
    state.withLock { $0.processes[id] = nil }
  }
}
