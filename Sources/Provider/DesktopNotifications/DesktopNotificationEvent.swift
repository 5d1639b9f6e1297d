/// An event about the notifications that were shown, or about their server.
package enum DesktopNotificationEvent: Sendable, Equatable {
  /// The reason why a notification is no longer shown. The raw numbers are those of the specification.
  package enum CloseReason: Sendable, Equatable {
    /// The time of the notification was over.
    case expired
    /// The owner closed the notification.
    case dismissed
    /// The program that showed the notification closed it.
    case closed
    /// The server did not give a reason.
    case unspecified
  }

  /// The owner pressed a button; most servers then close the notification. `at` is the time at which the event was read
  /// from the bus.
  case actionInvoked(DesktopNotificationID, key: String, at: ContinuousClock.Instant)
  /// The notification is no longer shown.
  case closed(DesktopNotificationID, CloseReason)
  /// The server or the bus is gone, and with it every notification.
  case serverVanished
  /// A server is available, perhaps after another one vanished. Notifications that are still needed can be shown again.
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

/// The reason why a notification was not shown. It can be ignored if there is another way to reach the owner.
package enum DesktopNotificationError: Error, Sendable, Equatable {
  /// The system has no D-Bus notifications.
  case notAvailable
  /// The session bus cannot be reached.
  case noBus
  /// No program on the bus shows notifications.
  case noServer
  /// The notification has buttons, and the server does not show buttons.
  case noActions
  /// The server did not answer in time. If it shows the notification later, the notification is closed then.
  case timedOut
  /// The server refused the notification.
  case refused
  /// ``DesktopNotifier/stop()`` was called.
  case stopped
}
