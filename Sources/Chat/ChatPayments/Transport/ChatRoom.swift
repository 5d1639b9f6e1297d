public import PaymentsModel

/// A conversation, as this person sees it.
public struct ChatRoom: Sendable, Hashable {
  /// A member of a conversation.
  public struct Member: Sendable, Hashable {
    /// The identifier of the person.
    public let id: PersonID
    /// The name that the transport shows for the person. It is untrusted text and must be made safe before it is shown.
    public let name: String

    /// Creates a member.
    public init(id: PersonID, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// The identifier of the conversation.
  public let id: RoomID
  /// The name that the transport shows for the conversation. It is untrusted text.
  public let name: String
  /// The identifier of this person in the conversation.
  public let me: PersonID
  /// All members, including this person, in the order of the transport.
  public let members: [Member]
  /// The time of the last message, or of its last change, as far as the network tells it together with the rooms. The
  /// history of a room in which this is the same as before has no new message.
  public let lastActivity: Timestamp?

  /// Creates a conversation.
  public init(id: RoomID, name: String, me: PersonID, members: [Member], lastActivity: Timestamp? = nil) {
    self.lastActivity = lastActivity
    self.id = id
    self.name = name
    self.me = me
    self.members = members
  }

  /// All members except this person.
  public var others: [Member] { members.filter { $0.id != me } }

  /// The name of a member. What comes from the room itself, as in a channel, has the name of the room. For anybody else
  /// who is no member it is the text of the identifier.
  public func name(of person: PersonID) -> String {
    members.first { $0.id == person }?.name ?? (person.rawValue == id.rawValue ? name : person.rawValue)
  }
}
