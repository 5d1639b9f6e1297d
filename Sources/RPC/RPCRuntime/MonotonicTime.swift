import Platform

/// A moment of a clock that never goes back, in nanoseconds from a start that means nothing.
///
/// An integer and not a `Duration`: it is read for each request.
public struct MonotonicTime: Sendable, Hashable, Comparable {
  /// Nanoseconds.
  public var nanoseconds: UInt64

  /// A moment, for tests.
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
