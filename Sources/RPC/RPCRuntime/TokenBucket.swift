/// A token bucket: lets a burst through, then so many a second. Pure; the clock is the caller's.
public struct TokenBucket: Sendable, Hashable {
  /// Tokens added per second.
  public let rate: Double
  /// The most tokens that it holds: the burst.
  public let capacity: Double
  private var tokens: Double
  private var filled: MonotonicTime

  /// A full bucket. A rate or a burst below one token counts as one.
  public init(ratePerSecond: Int, burst: Int, at now: MonotonicTime) {
    rate = Double(max(1, ratePerSecond))
    capacity = Double(max(1, burst))
    tokens = capacity
    filled = now
  }

  /// Takes tokens if it has them all, and says whether it had. More than the burst are never had.
  public mutating func take(_ count: Int = 1, at now: MonotonicTime) -> Bool {
    fill(at: now)
    guard tokens >= Double(count) else { return false }
    tokens -= Double(count)
    return true
  }

  /// Takes tokens for what cannot be refused any more, even where it has too few: they are owed then.
  public mutating func spend(_ count: Int, at now: MonotonicTime) {
    fill(at: now)
    tokens -= Double(count)
  }

  /// How long until so many tokens will be there, in whole milliseconds rounded up; as of the last ``take(_:at:)`` or
  /// ``spend(_:at:)``.
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
