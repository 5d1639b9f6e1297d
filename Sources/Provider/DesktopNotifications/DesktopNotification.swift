/// A notification for the owner's desktop.
///
/// Its texts are shown literally: they contain no markup, and each line stays one line.
package struct DesktopNotification: Sendable, Equatable {
  /// The urgency of a notification. Servers show critical ones until somebody answers.
  package enum Urgency: UInt8, Sendable {
    /// The notification can wait.
    case low = 0
    /// The usual urgency.
    case normal = 1
    /// The notification must not be missed.
    case critical = 2
  }

  /// When the server removes the notification from the screen by itself.
  package enum Expiry: Sendable, Equatable {
    /// The server chooses the time.
    case byServer
    /// The notification stays until it is answered or closed.
    case never
    /// The server removes it after this time. Less than one millisecond counts as one.
    case after(Duration)
  }

  /// A button of a notification.
  package struct Action: Sendable, Equatable {
    /// The key by which ``DesktopNotificationEvent/actionInvoked(_:key:at:)`` identifies the button. The key `default`
    /// stands for a click on the text itself, and has no button on most desktops.
    package let key: String
    /// The label of the button.
    package let label: String

    /// Creates a button.
    package init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  /// The title: one line, which every server shows without markup.
  package var summary: String
  /// The lines below the title.
  package var body: [NotificationLine]
  /// The buttons in their order. If the server shows no buttons, ``DesktopNotificationError/noActions`` is thrown.
  package var actions: [Action]
  /// The urgency of the notification.
  package var urgency: Urgency
  /// When the server removes the notification by itself.
  package var expires: Expiry

  /// Creates a notification.
  package init(
    summary: String, body: [NotificationLine] = [], actions: [Action] = [], urgency: Urgency = .normal,
    expires: Expiry = .byServer
  ) {
    self.summary = summary
    self.body = body
    self.actions = actions
    self.urgency = urgency
    self.expires = expires
  }
}

extension DesktopNotification.Expiry {
  /// The value as the method `Notify` takes it: milliseconds, 0 for never, -1 for the server's choice.
  var milliseconds: Int32 {
    switch self {
    case .byServer: return -1
    case .never: return 0
    case .after(let duration):
      let (seconds, attoseconds) = duration.components
      let milliseconds = min(seconds, 1_000_000) * 1000 + attoseconds / 1_000_000_000_000_000
      return Int32(clamping: max(1, milliseconds))
    }
  }
}

/// Identifies a notification that a server has shown. It is never reused, neither for another server nor for the same
/// server after a restart.
package struct DesktopNotificationID: Sendable, Hashable {
  /// A number of this process for the server. Each server that is found gets the next number.
  let server: UInt64
  /// The number that the server gave the notification.
  let number: UInt32
}
