import PaymentsCore
import PaymentsModel
import Synchronization
import WalletBackend

/// Gathers payments of one wallet that may leave in one transaction.
final class PayoutBatches: Sendable {
  /// A payment that waits for its batch.
  ///
  /// A class, since Swift 6.3 miscompiles asynchronous functions that take more words of values than fit into registers.
  final class Member: Sendable {
    let process: OrderProcess
    let intent: PaymentIntent
    let feeCap: Amount
    private let waiting = Mutex<CheckedContinuation<Outcome, Never>?>(nil)

    init(_ process: OrderProcess, _ intent: PaymentIntent, feeCap: Amount) {
      self.process = process
      self.intent = intent
      self.feeCap = feeCap
    }

    /// Waits for the outcome after the payment was added.
    fileprivate func outcome(adding add: () -> Void) async -> Outcome {
      await withCheckedContinuation { continuation in
        waiting.withLock { $0 = continuation }
        add()
      }
    }

    /// The app of the order.
    var app: AppKey { process.read(\.terms.app) }

    /// Whether the order still wants to be paid.
    var isWanted: Bool { process.read { $0.wants(.prepare(feeCap: feeCap, after: .zero)) } }

    /// Answers the order. Only the first answer counts.
    func end(_ outcome: Outcome) {
      let continuation = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      continuation?.resume(returning: outcome)
    }
  }

  /// What became of a payment in its batch.
  enum Outcome: Sendable {
    /// It is stored with the transaction of the batch.
    case stored
    /// It needs a transaction of its own.
    case alone
    /// It was not built.
    case failed(PrepareRefusal)
  }

  private struct State {
    var batches: OpenBatches
    var members: [Int: Member] = [:]
    var newest = 0

    mutating func take(_ tickets: [Int]) -> [Member] { tickets.compactMap { members.removeValue(forKey: $0) } }
  }

  private let state: Mutex<State>

  /// Creates an object that puts at most so many payments together.
  init(most: Int) {
    state = Mutex(State(batches: OpenBatches(most: most)))
  }

  /// Adds a payment, and waits for what becomes of it.
  func outcome(of member: Member, _ pay: @escaping @Sendable ([Member]) async -> Void) async -> Outcome {
    await member.outcome { [self] in
      let terms = member.process.read(\.terms)
      let kind = OpenBatches.Kind(app: terms.app, confirmationsWanted: terms.confirmationsWanted)
      let leaving = state.withLock { state -> [Member] in
        state.newest += 1
        state.members[state.newest] = member
        let tickets = state.batches.add(state.newest, paying: terms.address, kind, at: .now)
        return state.take(tickets ?? [])
      }
      if !leaving.isEmpty { Task { await pay(leaving) } }
      wait(member.process.payments.orders.waits, pay)
    }
  }

  /// Lets the batches leave when they are due.
  private func wait(_ waits: DelayQueue, _ pay: @escaping @Sendable ([Member]) async -> Void) {
    waits.run(after: OpenBatches.quiet) { [self] in
      let due = state.withLock { state in state.batches.takeDue(at: .now).map { state.take($0) } }
      for members in due { Task { await pay(members) } }
    }
  }
}
