import PaymentsModel
import RPCRuntime
import Synchronization

/// How many requests each app may make: one token bucket an app, shared by all of its sessions, so that connecting again
/// or often gains nothing.
final class AppAllowances: Sendable {
  /// Buckets that are kept; beyond it those that are full, and so say nothing, are dropped.
  private static let most = 1024

  private let limits: LimitsConfiguration
  private let buckets = Mutex<[AppKey: AppAllowance]>([:])

  init(_ limits: LimitsConfiguration) {
    self.limits = limits
  }

  /// The allowance of an app.
  func allowance(of app: AppKey) -> AppAllowance {
    buckets.withLock { buckets in
      if let known = buckets[app] { return known }
      if buckets.count >= Self.most { buckets = buckets.filter { !$0.value.isFull } }
      let fresh = AppAllowance(limits)
      buckets[app] = fresh
      return fresh
    }
  }
}

/// The allowance of one app.
final class AppAllowance: Sendable {
  private let bucket: Mutex<TokenBucket>
  private let burst: Int

  fileprivate init(_ limits: LimitsConfiguration) {
    burst = limits.burst
    bucket = Mutex(TokenBucket(ratePerSecond: limits.requestsPerSecond, burst: limits.burst, at: .now()))
  }

  /// Takes one request; otherwise the milliseconds until there is one to take.
  func takeOrWait() -> Int? {
    let now = MonotonicTime.now()
    return bucket.withLock { $0.take(at: now) ? nil : max(1, $0.millisecondsUntil()) }
  }

  fileprivate var isFull: Bool {
    let now = MonotonicTime.now()
    return bucket.withLock { bucket in
      var copy = bucket
      return copy.take(burst, at: now)
    }
  }
}
