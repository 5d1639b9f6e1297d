import Platform
import Synchronization

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

/// A clock that stands still until it is moved: for tests and for the mock wallet.
public final class ManualWallClock: WallClock {
  private let time: Mutex<Timestamp>

  /// A clock that shows the given moment.
  public init(_ start: Timestamp) {
    time = Mutex(start)
  }

  /// The moment shown.
  public func now() -> Timestamp {
    time.withLock { $0 }
  }

  /// Moves the clock forward, or back if the duration is negative.
  public func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }
}
