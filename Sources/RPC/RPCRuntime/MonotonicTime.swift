import Platform

/// A moment of a monotonic clock, in nanoseconds since an unspecified start.
///
/// It is an integer and not a `Duration` for speed, because it is read for each request.
public struct MonotonicTime: Sendable, Hashable, Comparable {
  /// Nanoseconds since the clock's unspecified start.
  public var nanoseconds: UInt64

  /// Makes a moment from a number of nanoseconds, for tests.
  public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// The present moment (`CLOCK_MONOTONIC`).
  public static func now() -> MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
  }

  /// Orders by time.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
