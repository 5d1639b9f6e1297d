/// The identifier that a transport gives a person. It is the same in every room of the transport and on all devices of
/// the person.
///
/// It comes only from the transport and never from the content of a message, because a message can claim any author.
public struct PersonID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text of the transport. It has no meaning to others.
  public let rawValue: String
  /// Creates an identifier from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates an identifier from its text.
  public init(_ text: String) { rawValue = text }
}

/// The identifier that a transport gives a conversation of two or more people.
public struct RoomID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text of the transport. It has no meaning to others.
  public let rawValue: String
  /// Creates an identifier from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates an identifier from its text.
  public init(_ text: String) { rawValue = text }
}

/// The identifier that a transport gives a message. It is unique in its room and does not change when the message is
/// edited.
public struct MessageID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text of the transport. It has no meaning to others.
  public let rawValue: String
  /// Creates an identifier from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates an identifier from its text.
  public init(_ text: String) { rawValue = text }
}
