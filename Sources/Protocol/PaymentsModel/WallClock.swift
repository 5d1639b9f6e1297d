import Platform

/// Where the time of day comes from; injected so that tests decide what time it is.
public protocol WallClock: Sendable {
  /// The present moment in UTC.
  func now() -> Timestamp
}

/// The machine's clock.
public struct SystemWallClock: WallClock {
  /// The machine's clock.
  public init() {}

  /// The present moment in UTC.
  public func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
