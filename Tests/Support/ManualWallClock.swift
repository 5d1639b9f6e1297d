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

  /// Moves the clock forward, or back if the duration is negative.
  package func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }
}
