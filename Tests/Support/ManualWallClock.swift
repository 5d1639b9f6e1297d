package import PaymentsModel
import Synchronization

/// A clock that stands still until it is moved: for tests.
package final class ManualWallClock: WallClock {
  private let time: Mutex<Timestamp>

  /// A clock that shows the given moment.
  package init(_ start: Timestamp) {
    time = Mutex(start)
  }

  /// The moment shown.
  package func now() -> Timestamp {
    time.withLock { $0 }
  }

  /// The same time as a clock shows it that nobody sets, from now on.
  package var uptime: @Sendable () -> ContinuousClock.Instant {
    let (base, start) = (ContinuousClock.now, now())
    return { [self] in base + .milliseconds(now().milliseconds - start.milliseconds) }
  }

  /// Moves the clock forward, or back if the duration is negative.
  package func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }
}
