public import PaymentsModel

/// Who asks for a message: the app by its key, and what it claims to be.
public struct MessageSource: Sendable, Hashable, Codable {
  /// The app's identity, which it has proven.
  public let app: AppKey
  /// The identifier that it claims.
  public let appID: String
  /// The name that it claims: untrusted text.
  public let name: String

  /// An app.
  public init(app: AppKey, appID: String, name: String) {
    self.app = app
    self.appID = appID
    self.name = name
  }
}

/// To whom a message goes: a person and a conversation of a chat, as the chat names them. The app never sees it.
public struct MessageTarget: Sendable, Hashable, Codable {
  /// The conversation.
  public let room: String
  /// The person in it.
  public let person: String
  /// How the chat calls them: untrusted text.
  public let name: String
  /// Who reads along; nil in a conversation of two.
  public let group: MessageGroup?

  /// A contact.
  public init(room: String, person: String, name: String, group: MessageGroup? = nil) {
    self.room = room
    self.person = person
    self.name = name
    self.group = group
  }

  /// Whether all who would read what is written to `other` are among those who were told of by this one.
  public func covers(_ other: MessageTarget) -> Bool {
    guard room == other.room, person == other.person else { return false }
    let known = Set((group?.readers ?? []).map(\.person))
    return (other.group?.readers ?? []).allSatisfy { known.contains($0.person) }
  }
}

/// A conversation of more than two, in which others read what is written to the contact.
public struct MessageGroup: Sendable, Hashable, Codable {
  /// Somebody who reads along.
  public struct Reader: Sendable, Hashable, Codable {
    /// Who, as the chat names them.
    public let person: String
    /// How the chat calls them: untrusted text.
    public let name: String

    /// Somebody.
    public init(person: String, name: String) {
      self.person = person
      self.name = name
    }
  }

  /// How the chat calls the conversation: untrusted text.
  public let name: String
  /// All who are in it beside the contact and the person who uses the chat.
  public let readers: [Reader]

  /// A conversation of more than two.
  public init(name: String, readers: [Reader]) {
    self.name = name
    self.readers = readers
  }
}

extension MessageTarget: CustomStringConvertible {
  /// Redacted: who writes to whom does not appear in logs.
  public var description: String { "‹contact›" }
}

/// What the person who uses the chat has allowed.
public struct MessageConsent: Sendable, Hashable, Codable {
  /// Whether the app is told how the chat calls the contact.
  public var tellsName: Bool
  /// Whether the app is told what the contact answers.
  public var passesReply: Bool

  /// To deliver a message; nothing of the contact is told unless said.
  public init(tellsName: Bool = false, passesReply: Bool = false) {
    self.tellsName = tellsName
    self.passesReply = passesReply
  }
}
