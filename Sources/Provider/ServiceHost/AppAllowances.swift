package import PaymentsModel
package import RPCRuntime
import Synchronization

/// How many requests each app may make: one token bucket an app, shared by all of its sessions, so that connecting
/// again or often gains nothing.
package final class AppAllowances: Sendable {
  /// Buckets that are kept; beyond it those that are full, and so say nothing, are dropped.
  private static let most = 1024

  private let perSecond: Int
  private let burst: Int
  private let buckets = Mutex<[AppKey: AppAllowance]>([:])

  /// Allowances that refill at a rate.
  ///
  /// - Parameters:
  ///   - perSecond: requests per second, in the long run.
  ///   - burst: requests that may come at once.
  package init(perSecond: Int, burst: Int) {
    self.perSecond = perSecond
    self.burst = burst
  }

  /// The allowance of an app.
  package func allowance(of app: AppKey) -> AppAllowance {
    buckets.withLock { buckets in
      if let known = buckets[app] { return known }
      if buckets.count >= Self.most { buckets = buckets.filter { !$0.value.isFull } }
      let fresh = AppAllowance(perSecond: perSecond, burst: burst)
      buckets[app] = fresh
      return fresh
    }
  }
}

/// The allowance of one app.
package final class AppAllowance: Sendable {
  private let bucket: Mutex<TokenBucket>
  private let burst: Int
  /// How fast the app's messages are read at all, those included that are no requests and those that are refused for
  /// being too many: twice as fast as requests are taken.
  package let reading: ReadingPace

  fileprivate init(perSecond: Int, burst: Int) {
    self.burst = burst
    reading = ReadingPace(perSecond: 2 * perSecond, burst: 2 * burst)
    bucket = Mutex(TokenBucket(ratePerSecond: perSecond, burst: burst, at: .now()))
  }

  /// Takes one request; otherwise the milliseconds until there is one to take.
  package func takeOrWait() -> Int? {
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
