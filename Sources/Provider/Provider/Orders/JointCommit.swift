import Ledger
import PaymentsCore
import Synchronization

/// Stores one transaction with all orders that it pays, in one commit. If it were stored with some of them only, a crash
/// would leave the others without it, and they would be paid once more.
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
    var versions: [OrderVersion] = []
    var waiting: [CheckedContinuation<Outcome, Never>] = []
    var outcome: Outcome?
  }

  /// Hands the transaction to the network once it is stored.
  let broadcast: SharedBroadcast
  private let core: ProviderCore
  private let count: Int
  private let state = Mutex(State())

  /// Creates the commit of so many orders.
  init(of count: Int, _ broadcast: SharedBroadcast, _ core: ProviderCore) {
    self.count = count
    self.broadcast = broadcast
    self.core = core
  }

  /// Offers the new version of an order, and waits for the outcome.
  func offer(_ version: OrderVersion) async -> Outcome {
    let complete = state.withLock { state -> [OrderVersion]? in
      state.versions.append(version)
      return state.versions.count == count && state.outcome == nil ? state.versions : nil
    }
    if let complete { settle(await write(complete)) }
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
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }

  private func write(_ versions: [OrderVersion]) async -> Outcome {
    let isRefused = Atomic(false)
    do throws(LedgerError) {
      try await core.ledger.write { transaction in
        for version in versions where try version.write(in: transaction) != nil {
          isRefused.store(true, ordering: .releasing)
          throw LedgerError.abandoned
        }
      }
      return .stored
    } catch {
      if isRefused.load(ordering: .acquiring) { return .declined }
      core.ledgerTrouble(error)
      return .failed
    }
  }
}
