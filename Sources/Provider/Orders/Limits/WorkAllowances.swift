package import PaymentsModel
import Synchronization

/// Limits how much of some work each app may cause. The wallet has to work for a proof, each proof of reserves reveals its
/// funds at another time, and each fee that is refused tells something of its coins.
package final class WorkAllowances: Sendable {
  /// The kinds of work that are counted separately.
  package enum Work: Hashable, Sendable {
    /// Creating or verifying any proof.
    case proof
    /// Creating a proof of reserves.
    case reserveProof
    /// Telling an app without the scope `balance` that a fee would be above what it accepts.
    case refusedFee

    /// The largest number within ``seconds``.
    package var most: Int {
      switch self {
      case .proof: 30
      case .reserveProof: 6
      case .refusedFee: 12
      }
    }
    /// The length of the time window in seconds.
    package var seconds: Int { self == .proof ? 60 : 3600 }
  }

  private struct Key: Hashable {
    let app: AppKey
    let work: Work
  }

  /// When the most recent work began, oldest first, at most as many entries as are allowed.
  private let latest = Mutex<[Key: [ContinuousClock.Instant]]>([:])

  package init() {}

  /// Counts one piece of work and returns `nil`, or returns the number of milliseconds to wait until it is allowed.
  package func takeOrWait(_ work: Work, of app: AppKey, at now: ContinuousClock.Instant = .now) -> Int? {
    latest.withLock { latest in
      let key = Key(app: app, work: work)
      let recent = Self.recent(latest[key], of: work, at: now)
      if let wait = Self.wait(recent, of: work, at: now) { return wait }
      latest[key] = recent + [now]
      return nil
    }
  }

  /// Returns the number of milliseconds to wait until a piece of work is allowed, and counts none; `nil` if it is now.
  package func wait(_ work: Work, of app: AppKey, at now: ContinuousClock.Instant = .now) -> Int? {
    latest.withLock { latest in
      Self.wait(Self.recent(latest[Key(app: app, work: work)], of: work, at: now), of: work, at: now)
    }
  }

  private static func recent(_ all: [ContinuousClock.Instant]?, of work: Work, at now: ContinuousClock.Instant)
    -> [ContinuousClock.Instant]
  {
    (all ?? []).filter { now < $0 + work.window }
  }

  private static func wait(_ recent: [ContinuousClock.Instant], of work: Work, at now: ContinuousClock.Instant) -> Int?
  {
    guard recent.count >= work.most, let oldest = recent.first else { return nil }
    return Int((oldest + work.window - now) / .milliseconds(1)) + 1
  }
}

extension WorkAllowances.Work {
  fileprivate var window: Duration { .seconds(seconds) }
}
