/// What is to be shown on the owner's desktop.
///
/// No text in it is markup: whatever stands in it is shown as it is, each line as one line.
package struct DesktopNotification: Sendable, Equatable {
  /// How much it matters; servers show critical ones until somebody answers.
  package enum Urgency: UInt8, Sendable {
    /// Can wait.
    case low = 0
    /// The usual.
    case normal = 1
    /// Must not be missed.
    case critical = 2
  }

  /// When the server takes it off the screen by itself.
  package enum Expiry: Sendable, Equatable {
    /// After a time that the server chooses.
    case byServer
    /// It stays until it is answered or closed.
    case never
    /// After this time; less than a millisecond counts as one.
    case after(Duration)
  }

  /// A button.
  package struct Action: Sendable, Equatable {
    /// What ``DesktopNotificationEvent/actionInvoked(_:key:at:)`` names. `default` would be a click on the text itself.
    package let key: String
    /// What stands on the button.
    package let label: String

    /// A button.
    package init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  /// The title: one line, shown without markup by every server.
  package var summary: String
  /// The lines below it.
  package var body: [NotificationLine]
  /// The buttons, in their order. A server that shows none is refused, see ``DesktopNotificationError/noActions``.
  package var actions: [Action]
  /// How much it matters.
  package var urgency: Urgency
  /// When it goes by itself.
  package var expires: Expiry

  /// Something to be shown.
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
  /// As `Notify` takes it: milliseconds, 0 for never, -1 for the server's choice.
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

/// Names one notification that a server has shown; never one of another server, or of the same one after a restart.
package struct DesktopNotificationID: Sendable, Hashable {
  /// Counts the servers that were met.
  let server: UInt64
  /// The server's own number for it.
  let number: UInt32
}
