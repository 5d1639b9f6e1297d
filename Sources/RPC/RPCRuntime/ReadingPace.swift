import Synchronization

/// Limits the rate at which messages are read from a peer. All messages count, because requests, notifications,
/// unexpected answers and invalid JSON all cost the same work. When the peer exceeds the rate, the connection stops
/// reading for a while, so the peer's own queue fills up. Nothing is refused or lost.
///
/// Several connections may share one pace, for example those of one app.
public final class ReadingPace: Sendable {
  /// The number of record bytes that count as one more message.
  private static let bytesPerToken = 4096

  private let bucket: Mutex<TokenBucket>
  private let now: @Sendable () -> MonotonicTime

  /// Makes a pace that has not been used yet.
  ///
  /// - Parameters:
  ///   - perSecond: the number of messages per second in the long run. A record counts as one, and once more for every
  ///     4,096 bytes. Each further member of a batch counts as one.
  ///   - burst: the number of messages that may arrive at once.
  ///   - now: returns the current time.
  public init(perSecond: Int, burst: Int, now: @escaping @Sendable () -> MonotonicTime = MonotonicTime.now) {
    self.now = now
    bucket = Mutex(TokenBucket(ratePerSecond: perSecond, burst: burst, at: now()))
  }

  /// The cost of reading a record of the given size, in messages.
  static func cost(ofRecord bytes: Int) -> Int { 1 + bytes / bytesPerToken }

  /// Counts messages that were read, and returns how long reading must pause; nil for not at all.
  func spend(_ cost: Int) -> Duration? {
    let time = now()
    let milliseconds = bucket.withLock { bucket in
      bucket.spend(cost, at: time)
      return bucket.millisecondsUntil()
    }
    return milliseconds == 0 ? nil : .milliseconds(milliseconds)
  }
}
