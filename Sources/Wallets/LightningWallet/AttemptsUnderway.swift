import PaymentsModel
import Synchronization
import WalletBackend

/// The attempts that this program has begun and that have not ended. There is one for a hash at most.
///
/// An attempt outlives the call that began it, because a node may take minutes: the caller waits a while, and asks later what
/// became of the hash.
final class AttemptsUnderway: Sendable {
  /// What is known of an attempt that is not waited for any more.
  enum Outcome: Sendable {
    /// The node was not asked to pay.
    case notMade
    /// The node has told that the attempt is over, or that it makes none.
    case over
    /// The node was asked, and has not told. It may still begin.
    case doubtful
  }

  private let tasks = Mutex<[String: Task<Outcome, Never>]>([:])

  /// Whether an attempt at the hash goes on.
  func has(_ paymentHash: String) -> Bool { tasks.withLock { $0[paymentHash] != nil } }

  /// Begins an attempt, unless one goes on.
  ///
  /// - Returns: the attempt, or `nil` if another one goes on.
  func begin(_ paymentHash: String, _ attempt: @escaping @Sendable () async -> Outcome) -> Task<Outcome, Never>? {
    tasks.withLock { tasks in
      guard tasks[paymentHash] == nil else { return nil }
      let task = Task {
        defer { self.end(paymentHash) }
        return await attempt()
      }
      tasks[paymentHash] = task
      return task
    }
  }

  private func end(_ paymentHash: String) { _ = tasks.withLock { $0.removeValue(forKey: paymentHash) } }
}
