import PaymentsCore
import Synchronization

/// Stores the transaction of a payout with all orders that it pays, in one commit. If it were stored with some of them
/// only, a crash would leave the others without it, and they would be paid once more.
///
/// Each order offers its new version, or declines because it has changed meanwhile. The versions are written when all
/// orders have offered theirs. If one declines, none is written.
final class JointCommit: Sendable {
  /// The outcome for all orders.
  enum Outcome: Sendable {
    /// All versions are stored.
    case stored
    /// At least one order declined. Nothing is stored.
    case declined
    /// The ledger failed. Nothing is stored.
    case failed
  }

  private struct State {
    var changes: [OrderChange] = []
    var waiting: [CheckedContinuation<Outcome, Never>] = []
    var outcome: Outcome?
  }

  /// Hands the transaction to the network once it is stored.
  let payout: Payout
  private let orders: Orders
  private let count: Int
  private let state = Mutex(State())

  /// Creates the commit of so many orders.
  init(of count: Int, _ payout: Payout, _ orders: Orders) {
    self.count = count
    self.payout = payout
    self.orders = orders
  }

  /// Whether the transaction pays several orders.
  var isShared: Bool { count > 1 }

  /// Offers the new version of an order, and waits for the outcome.
  func offer(_ change: OrderChange) async -> Outcome {
    let complete = state.withLock { state -> [OrderChange]? in
      state.changes.append(change)
      return state.changes.count == count && state.outcome == nil ? state.changes : nil
    }
    if let complete {
      switch await orders.store.commit(complete) {
      case .stored: settle(.stored)
      case .refused, .earlier: settle(.declined)
      case .failed(let error):
        orders.environment.ledgerTrouble(error)
        settle(.failed)
      }
    }
    return await outcome()
  }

  /// Says that an order does not take the transaction, which ends the commit for all.
  func decline() { settle(.declined) }

  /// Waits for the outcome.
  func outcome() async -> Outcome {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.waiting.append(continuation) }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  private func settle(_ outcome: Outcome) {
    let waiting = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
      guard state.outcome == nil else { return [] }
      state.outcome = outcome
      return exchange(&state.waiting, with: [])
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }
}
