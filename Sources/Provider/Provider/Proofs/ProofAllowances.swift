import PaymentsModel
import RPCRuntime
import Synchronization

/// How many proofs each app may have made and verified: the wallet works for each of them, and proofs of reserves tell
/// of its money anew each time.
final class ProofAllowances: Sendable {
  /// What is counted on its own.
  enum Work: Hashable, Sendable {
    /// Any proof made or verified.
    case any
    /// A proof of reserves made.
    case reserve

    /// The most within ``seconds``.
    var most: Int { self == .any ? 30 : 6 }
    /// The length of the window.
    var seconds: Int { self == .any ? 60 : 3600 }
  }

  private struct Key: Hashable {
    let app: AppKey
    let work: Work
  }

  /// When the latest began, oldest first; not more of them than may be.
  private let latest = Mutex<[Key: [MonotonicTime]]>([:])

  /// Takes one; otherwise the milliseconds until there is one to take.
  func takeOrWait(_ work: Work, _ app: AppKey, at now: MonotonicTime = .now()) -> Int? {
    latest.withLock { latest in
      let key = Key(app: app, work: work)
      let window = UInt64(work.seconds) * 1_000_000_000
      let recent = (latest[key] ?? []).filter { now.nanoseconds < $0.nanoseconds + window }
      if recent.count >= work.most, let oldest = recent.first {
        return Int((oldest.nanoseconds + window - now.nanoseconds) / 1_000_000) + 1
      }
      latest[key] = recent + [now]
      return nil
    }
  }
}
