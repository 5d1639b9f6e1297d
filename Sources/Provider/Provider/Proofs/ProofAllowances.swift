import PaymentsModel
import RPCRuntime
import Synchronization

/// Limits how many proofs each app may request and verify. The wallet has to work for each of them, and each proof of
/// reserves reveals the wallet's funds at another time.
final class ProofAllowances: Sendable {
  /// The kinds of work that are counted separately.
  enum Work: Hashable, Sendable {
    /// Creating or verifying any proof.
    case any
    /// Creating a proof of reserves.
    case reserve

    /// The largest number within ``seconds``.
    var most: Int { self == .any ? 30 : 6 }
    /// The length of the time window in seconds.
    var seconds: Int { self == .any ? 60 : 3600 }
  }

  private struct Key: Hashable {
    let app: AppKey
    let work: Work
  }

  /// When the most recent work began, oldest first, at most as many entries as are allowed.
  private let latest = Mutex<[Key: [MonotonicTime]]>([:])

  /// Counts one piece of work and returns `nil`, or returns the number of milliseconds to wait until it is allowed.
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
