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

  /// A contact.
  public init(room: String, person: String, name: String) {
    self.room = room
    self.person = person
    self.name = name
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
