/// A person as a transport names them: the same text in every room of that transport, and for every device that is
/// theirs.
///
/// It comes from the transport alone, never out of a message: whoever a message says it is from proves nothing.
public struct PersonID: Sendable, Hashable, Codable, RawRepresentable {
  /// The transport's text, opaque to all others.
  public let rawValue: String
  /// The person with this text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The person with this text.
  public init(_ text: String) { rawValue = text }
}

/// A conversation of two or more, as a transport names it.
public struct RoomID: Sendable, Hashable, Codable, RawRepresentable {
  /// The transport's text, opaque to all others.
  public let rawValue: String
  /// The room with this text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The room with this text.
  public init(_ text: String) { rawValue = text }
}

/// A message as its transport names it: unique in its room, and kept when the message is edited.
public struct MessageID: Sendable, Hashable, Codable, RawRepresentable {
  /// The transport's text, opaque to all others.
  public let rawValue: String
  /// The message with this text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The message with this text.
  public init(_ text: String) { rawValue = text }
}
