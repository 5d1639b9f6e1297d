package import PaymentsModel

/// The app that asks for a message: its proven key, and the name and identifier that it claims.
package struct MessageSource: Sendable, Hashable, Codable {
  /// The app's public key, which it has proven to hold.
  package let app: AppKey
  /// The identifier that the app claims.
  package let appID: String
  /// The name that the app claims. It is untrusted text.
  package let name: String
}

/// The receiver of a message: a person and a conversation, by the identifiers of the chat. The app never sees them.
package struct MessageTarget: Sendable, Hashable, Codable {
  /// The chat's identifier of the conversation.
  package let room: String
  /// The chat's identifier of the person.
  package let person: String
  /// The name that the chat shows for the person. It is untrusted text.
  package let name: String
  /// The group whose other members can read the message; `nil` in a conversation of two.
  package let group: MessageGroup?

  /// Whether everybody who would read a message to `other` is also a reader of a message to this target.
  func covers(_ other: MessageTarget) -> Bool {
    guard room == other.room, person == other.person else { return false }
    let known = Set((group?.readers ?? []).map(\.person))
    return (other.group?.readers ?? []).allSatisfy { known.contains($0.person) }
  }
}

/// A conversation of more than two people, in which others can read a message to the contact.
package struct MessageGroup: Sendable, Hashable, Codable {
  /// A member who is neither the contact nor the person who uses this chat.
  package struct Reader: Sendable, Hashable, Codable {
    /// The chat's identifier of the reader.
    package let person: String
    /// The name that the chat shows for the reader. It is untrusted text.
    package let name: String
  }

  /// The name that the chat shows for the conversation. It is untrusted text.
  package let name: String
  /// All members except the contact and the person who uses this chat.
  package let readers: [Reader]
}

extension MessageTarget: CustomStringConvertible {
  /// A redacted text, so that logs do not tell who writes to whom.
  package var description: String { "‹contact›" }
}

/// The consent that the person who uses the chat has given.
package struct MessageConsent: Sendable, Hashable, Codable {
  /// Whether the app is told the name that the chat shows for the contact.
  package var tellsName: Bool
  /// Whether the app is told the contact's answer.
  package var passesReply: Bool

  /// Creates a consent to deliver a message. By default the app learns nothing about the contact.
  package init(tellsName: Bool = false, passesReply: Bool = false) {
    self.tellsName = tellsName
    self.passesReply = passesReply
  }
}
