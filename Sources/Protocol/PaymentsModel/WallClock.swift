import Platform

/// The source of the time of day. It is injected so that tests can set the time.
public protocol WallClock: Sendable {
  /// Returns the present moment in UTC.
  func now() -> Timestamp
}

/// The clock of the machine.
public struct SystemWallClock: WallClock {
  /// Makes a clock.
  public init() {}

  /// Returns the present moment in UTC.
  public func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
