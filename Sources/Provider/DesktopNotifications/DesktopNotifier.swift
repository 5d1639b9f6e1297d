/// Shows notifications on the owner's desktop, by the Desktop Notifications Specification 1.2 over the D-Bus session
/// bus.
///
/// Nothing is connected before the first notification. One thread owns the connection; the calls here hand their work
/// to it and wait without holding a thread. Where bus or server vanish, the next notification connects anew.
///
/// Only the server that showed a notification is believed about it: the bus vouches for the sender, so that another
/// program on the bus cannot press a button. A program that may replace the server itself can; programs of the same
/// user outside of a sandbox are not kept apart by a session bus.
package final class DesktopNotifier: Sendable {
  /// What happens to the notifications, in order; for one reader. It ends after ``stop()``.
  package let events: AsyncStream<DesktopNotificationEvent>
  private let thread: NotificationThread

  /// A notifier that has not connected yet.
  ///
  /// - Parameters:
  ///   - address: the D-Bus address of the bus; `nil` for the session's, by `DBUS_SESSION_BUS_ADDRESS` or
  ///     `XDG_RUNTIME_DIR`.
  ///   - answerLimit: how long the server has to answer; twice that where it must be started first.
  ///   - now: the clock by which events are dated.
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

  /// Shows a notification, after starting the server where the bus can do that.
  ///
  /// - Parameters:
  ///   - notification: what to show.
  ///   - replaced: one that is on the screen and shall become this one, in its place.
  /// - Throws: ``DesktopNotificationError``; nothing is shown then, or is closed as soon as it is.
  package func notify(
    _ notification: DesktopNotification, replacing replaced: DesktopNotificationID? = nil
  ) async throws(DesktopNotificationError) -> DesktopNotificationID {
    let outcome = await withCheckedContinuation { continuation in
      thread.post(.notify(notification, replacing: replaced, continuation))
    }
    return try outcome.get()
  }

  /// Takes a notification off the screen, of which nothing more is told then; one that is not there is passed over.
  package func close(_ id: DesktopNotificationID) {
    thread.post(.close(id))
  }

  /// Closes all notifications and the connection, and ends ``events``. Later calls are refused.
  package func stop() {
    thread.post(.stop)
  }
}

/// What a notifier was made with.
struct NotifierSettings: Sendable {
  let address: String?
  let answerLimit: Duration
  let now: @Sendable () -> ContinuousClock.Instant
}

/// What the thread is asked for.
enum NotificationCommand: Sendable {
  typealias Outcome = Result<DesktopNotificationID, DesktopNotificationError>

  case notify(
    DesktopNotification, replacing: DesktopNotificationID?, CheckedContinuation<Outcome, Never>)
  case close(DesktopNotificationID)
  case stop
}
