import PaymentsModel
import Synchronization
import WalletBackend

/// The attempts that this program has begun and that have not ended. There is one for a hash at most.
///
/// An attempt outlives the call that began it, because a node may take minutes: the caller waits a while, and asks later what
/// became of the hash.
final class AttemptsUnderway: Sendable {
  private let tasks = Mutex<[String: Task<Bool, Never>]>([:])

  /// Whether an attempt at the hash goes on.
  func has(_ paymentHash: String) -> Bool { tasks.withLock { $0[paymentHash] != nil } }

  /// Begins an attempt, unless one goes on.
  ///
  /// - Parameter attempt: tells whether the node was asked to pay.
  /// - Returns: the attempt, or `nil` if another one goes on.
  func begin(_ paymentHash: String, _ attempt: @escaping @Sendable () async -> Bool) -> Task<Bool, Never>? {
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
