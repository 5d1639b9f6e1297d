import PaymentsCore
import PaymentsModel
import Synchronization
import WalletBackend

/// Gathers the approved payments of one wallet into payouts.
final class PayoutQueue: Sendable {
  private struct State {
    var batches: OpenBatches
    var members: [Int: Payout.Member] = [:]
    var newest = 0

    mutating func remove(_ tickets: [Int]) -> [Payout.Member] { tickets.compactMap { members.removeValue(forKey: $0) } }
  }

  private let quiet: Duration
  private let state: Mutex<State>

  init(_ batches: OpenBatches) {
    quiet = batches.quiet
    state = Mutex(State(batches: batches))
  }

  /// Lets a payment wait a moment for others of its app, and returns what becomes of it.
  func outcome(of member: Payout.Member, _ waits: DelayQueue) async -> Payout.Outcome {
    await member.outcome { [self] in
      let terms = member.order.read(\.terms)
      let kind = OpenBatches.Kind(app: terms.app, confirmationsWanted: terms.confirmationsWanted)
      let leaving = state.withLock { state -> [Payout.Member] in
        state.newest += 1
        state.members[state.newest] = member
        let tickets = state.batches.add(state.newest, paying: terms.address, kind, at: .now)
        return state.remove(tickets ?? [])
      }
      if !leaving.isEmpty { start(leaving) }
      waits.run(after: quiet) { [self] in startDue() }
    }
  }

  private func startDue() {
    let due = state.withLock { state in state.batches.takeDue(at: .now).map { state.remove($0) } }
    for members in due { start(members) }
  }

  private func start(_ members: [Payout.Member]) {
    Task { await Payout.make(members) }
  }
}
