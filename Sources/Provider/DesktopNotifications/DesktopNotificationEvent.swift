/// What became of the notifications that were shown.
package enum DesktopNotificationEvent: Sendable, Equatable {
  /// Why a notification is not on the screen any more: the numbers of the specification.
  package enum CloseReason: Sendable, Equatable {
    /// Its time was over.
    case expired
    /// The owner closed it.
    case dismissed
    /// The program that showed it asked for that.
    case closed
    /// The server does not say.
    case unspecified
  }

  /// A button was pressed; most servers close the notification then. The moment is that at which this was read from the
  /// bus.
  case actionInvoked(DesktopNotificationID, key: String, at: ContinuousClock.Instant)
  /// It is not on the screen any more.
  case closed(DesktopNotificationID, CloseReason)
  /// The server or the bus is gone, and with it all that was shown.
  case serverVanished
  /// A server is there, perhaps after one had vanished: what should be shown may be shown now.
  case serverAppeared
}

extension DesktopNotificationEvent.CloseReason {
  init(number: UInt32) {
    self =
      switch number {
      case 1: .expired
      case 2: .dismissed
      case 3: .closed
      default: .unspecified
      }
  }
}

/// Why nothing is shown. None of these needs to trouble anybody who has another way to reach the owner.
package enum DesktopNotificationError: Error, Sendable, Equatable {
  /// This system has no D-Bus notifications.
  case notAvailable
  /// No session bus can be reached.
  case noBus
  /// Nobody on the bus shows notifications.
  case noServer
  /// The server shows no buttons, and the notification has some.
  case noActions
  /// The server did not answer in time. What it shows later is closed then.
  case timedOut
  /// The server refused it.
  case refused
  /// ``DesktopNotifier/stop()`` was called.
  case stopped
}
