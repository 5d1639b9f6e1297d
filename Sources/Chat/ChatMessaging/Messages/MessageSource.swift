package import PaymentsModel

/// Who asks for a message: the app by its key, and what it claims to be.
package struct MessageSource: Sendable, Hashable, Codable {
  /// The app's identity, which it has proven.
  package let app: AppKey
  /// The identifier that it claims.
  package let appID: String
  /// The name that it claims: untrusted text.
  package let name: String

  /// An app.
  package init(app: AppKey, appID: String, name: String) {
    self.app = app
    self.appID = appID
    self.name = name
  }
}

/// To whom a message goes: a person and a conversation of a chat, as the chat names them. The app never sees it.
package struct MessageTarget: Sendable, Hashable, Codable {
  /// The conversation.
  package let room: String
  /// The person in it.
  package let person: String
  /// How the chat calls them: untrusted text.
  package let name: String
  /// Who reads along; nil in a conversation of two.
  package let group: MessageGroup?

  /// A contact.
  package init(room: String, person: String, name: String, group: MessageGroup? = nil) {
    self.room = room
    self.person = person
    self.name = name
    self.group = group
  }

  /// Whether all who would read what is written to `other` are among those who were told of by this one.
  package func covers(_ other: MessageTarget) -> Bool {
    guard room == other.room, person == other.person else { return false }
    let known = Set((group?.readers ?? []).map(\.person))
    return (other.group?.readers ?? []).allSatisfy { known.contains($0.person) }
  }
}

/// A conversation of more than two, in which others read what is written to the contact.
package struct MessageGroup: Sendable, Hashable, Codable {
  /// Somebody who reads along.
  package struct Reader: Sendable, Hashable, Codable {
    /// Who, as the chat names them.
    package let person: String
    /// How the chat calls them: untrusted text.
    package let name: String

    /// Somebody.
    package init(person: String, name: String) {
      self.person = person
      self.name = name
    }
  }

  /// How the chat calls the conversation: untrusted text.
  package let name: String
  /// All who are in it beside the contact and the person who uses the chat.
  package let readers: [Reader]

  /// A conversation of more than two.
  package init(name: String, readers: [Reader]) {
    self.name = name
    self.readers = readers
  }
}

extension MessageTarget: CustomStringConvertible {
  /// Redacted: who writes to whom does not appear in logs.
  package var description: String { "‹contact›" }
}

/// What the person who uses the chat has allowed.
package struct MessageConsent: Sendable, Hashable, Codable {
  /// Whether the app is told how the chat calls the contact.
  package var tellsName: Bool
  /// Whether the app is told what the contact answers.
  package var passesReply: Bool

  /// To deliver a message; nothing of the contact is told unless said.
  package init(tellsName: Bool = false, passesReply: Bool = false) {
    self.tellsName = tellsName
    self.passesReply = passesReply
  }
}
