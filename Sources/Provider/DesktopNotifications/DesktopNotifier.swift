/// Shows notifications on the owner's desktop, by the Desktop Notifications Specification 1.2 over the D-Bus session
/// bus.
///
/// The bus is not connected before the first notification. One thread owns the connection; the functions here hand
/// their work to it and wait without blocking a thread. If the bus or the server vanishes, the next notification
/// connects again.
///
/// Events about a notification are accepted only from the server that showed it. The bus guarantees the sender's name,
/// so that another program on the bus cannot press a button. This does not protect against a program that replaces the
/// server itself: a session bus does not separate the programs of one user unless they run in a sandbox.
package final class DesktopNotifier: Sendable {
  /// The events of the notifications, in order. The stream may have one reader, and ends after ``stop()``.
  package let events: AsyncStream<DesktopNotificationEvent>
  private let thread: NotificationThread

  /// Creates a notifier, which does not connect yet.
  ///
  /// - Parameters:
  ///   - address: The D-Bus address of the bus. `nil` stands for the session bus, which is found by
  ///     `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR`.
  /// - answerLimit: How long the server may take to answer. The time is doubled if the server has to be started first.
  ///   - now: The clock for the times of events.
  package init(
    address: String? = nil, answerLimit: Duration = .seconds(5),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    let (events, continuation) = AsyncStream.makeStream(of: DesktopNotificationEvent.self)
    self.events = events
    thread = NotificationThread(
      .init(address: address, answerLimit: answerLimit, now: now), events: continuation)
  }

  deinit { thread.post(.stop) }

  /// Shows a notification. If no server runs, the bus starts one if it can.
  ///
  /// - Parameters:
  ///   - notification: The notification to show.
  ///   - replaced: A notification on the screen that the new one replaces.
  /// - Throws: ``DesktopNotificationError``. The notification is then not shown, or is closed as soon as it is shown.
  package func notify(
    _ notification: DesktopNotification, replacing replaced: DesktopNotificationID? = nil
  ) async throws(DesktopNotificationError) -> DesktopNotificationID {
    let outcome = await withCheckedContinuation { continuation in
      thread.post(.notify(notification, replacing: replaced, continuation))
    }
    return try outcome.get()
  }

  /// Removes a notification from the screen. No further events are reported for it. An unknown identifier is ignored.
  package func close(_ id: DesktopNotificationID) {
    thread.post(.close(id))
  }

  /// Has a program show what a notification that was clicked is about, by the interface that programs of a desktop have
  /// for files. Where it does not run, and the bus cannot start it, nothing happens.
  ///
  /// - Parameters:
  ///   - address: what it is to show.
  ///   - program: its name on the bus.
  ///   - id: the notification, whose click lets the window come to the front.
  package func open(_ address: String, with program: String, clicked id: DesktopNotificationID) {
    thread.post(.open(address, program: program, clicked: id))
  }

  /// Closes all notifications and the connection, and ends ``events``. Later calls are refused.
  package func stop() {
    thread.post(.stop)
  }
}

/// The settings of a notifier.
struct NotifierSettings: Sendable {
  let address: String?
  let answerLimit: Duration
  let now: @Sendable () -> ContinuousClock.Instant
}

/// A task for the notifier's thread.
enum NotificationCommand: Sendable {
  typealias Outcome = Result<DesktopNotificationID, DesktopNotificationError>

  case notify(
    DesktopNotification, replacing: DesktopNotificationID?, CheckedContinuation<Outcome, Never>)
  case close(DesktopNotificationID)
  case open(String, program: String, clicked: DesktopNotificationID)
  case stop
}
