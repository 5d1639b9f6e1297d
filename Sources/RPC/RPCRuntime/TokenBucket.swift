/// A token bucket: it allows a burst and then a number of tokens per second. It is a pure value; the caller provides
/// the time.
public struct TokenBucket: Sendable, Hashable {
  /// Tokens added per second.
  public let rate: Double
  /// The maximum number of tokens in the bucket, which is the size of a burst.
  public let capacity: Double
  private var tokens: Double
  private var filled: MonotonicTime

  /// Makes a full bucket. A rate or a burst below one token counts as one.
  public init(ratePerSecond: Int, burst: Int, at now: MonotonicTime) {
    rate = Double(max(1, ratePerSecond))
    capacity = Double(max(1, burst))
    tokens = capacity
    filled = now
  }

  /// Takes tokens if the bucket has all of them, and returns whether it had. A number above the burst is never granted.
  public mutating func take(_ count: Int = 1, at now: MonotonicTime) -> Bool {
    fill(at: now)
    guard tokens >= Double(count) else { return false }
    tokens -= Double(count)
    return true
  }

  /// Takes tokens for work that can no longer be refused. If there are too few, the bucket goes into debt.
  public mutating func spend(_ count: Int, at now: MonotonicTime) {
    fill(at: now)
    tokens -= Double(count)
  }

  /// The time until the given number of tokens is available, in whole milliseconds rounded up, as of the last
  /// ``take(_:at:)`` or ``spend(_:at:)``.
  public func millisecondsUntil(_ count: Int = 1) -> Int {
    let missing = min(Double(count), capacity) - tokens
    return missing <= 0 ? 0 : Int((missing / rate * 1000).rounded(.up))
  }

  private mutating func fill(at now: MonotonicTime) {
    guard now > filled else { return }
    tokens = min(capacity, tokens + Double(now.nanoseconds - filled.nanoseconds) * 1e-9 * rate)
    filled = now
  }
}
