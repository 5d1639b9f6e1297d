import Synchronization

/// How fast messages are read from a peer, whatever they are: requests, notifications, answers that nobody waits for
/// and text that is no JSON all cost the same work. Beyond the pace the connection stops reading for a while, so that
/// the peer's own queue fills up; nothing is refused and nothing is lost.
///
/// One pace may be shared by several connections, of one app for example.
public final class ReadingPace: Sendable {
  /// So many bytes of a record cost as much as one message.
  private static let bytesPerToken = 4096

  private let bucket: Mutex<TokenBucket>
  private let now: @Sendable () -> MonotonicTime

  /// A pace.
  ///
  /// - Parameters: - perSecond: messages a second in the long run. A record counts as one, and once more for every
  ///   4,096 bytes; each further member of a batch counts as one. - burst: messages that may come at once. - now: where
  ///   the time comes from.
  public init(perSecond: Int, burst: Int, now: @escaping @Sendable () -> MonotonicTime = MonotonicTime.now) {
    self.now = now
    bucket = Mutex(TokenBucket(ratePerSecond: perSecond, burst: burst, at: now()))
  }

  /// What reading a record of so many bytes costs.
  static func cost(ofRecord bytes: Int) -> Int { 1 + bytes / bytesPerToken }

  /// Counts what was read, and says how long nothing more should be; nil for not at all.
  func spend(_ cost: Int) -> Duration? {
    let time = now()
    let milliseconds = bucket.withLock { bucket in
      bucket.spend(cost, at: time)
      return bucket.millisecondsUntil()
    }
    return milliseconds == 0 ? nil : .milliseconds(milliseconds)
  }
}
