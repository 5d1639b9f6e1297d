package import PaymentsModel
package import RPCRuntime
import Synchronization

/// Limits the rate of requests of each app. Each app has one token bucket, which all of its sessions share, so that
/// connecting several times does not raise its rate.
package final class AppAllowances: Sendable {
  /// The number of buckets above which full ones are removed. A full bucket is equal to a new one and need not be kept.
  private static let most = 1024

  private let perSecond: Int
  private let burst: Int
  private let buckets = Mutex<[AppKey: AppAllowance]>([:])

  /// Creates allowances with a common rate.
  ///
  /// - Parameters:
  ///   - perSecond: The average number of requests per second.
  ///   - burst: The number of requests that may arrive at once.
  package init(perSecond: Int, burst: Int) {
    self.perSecond = perSecond
    self.burst = burst
  }

  /// Returns the allowance of an app.
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

/// The allowance of one app, shared by its sessions.
package final class AppAllowance: Sendable {
  private let bucket: Mutex<TokenBucket>
  private let burst: Int
  /// The rate at which the app's messages are read, including those that are not requests and those that are refused
  /// because there are too many. It is twice the rate of requests.
  package let reading: ReadingPace

  fileprivate init(perSecond: Int, burst: Int) {
    self.burst = burst
    reading = ReadingPace(perSecond: 2 * perSecond, burst: 2 * burst)
    bucket = Mutex(TokenBucket(ratePerSecond: perSecond, burst: burst, at: .now()))
  }

  /// Takes one request and returns `nil`, or returns the number of milliseconds until the next request may be taken.
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
