/// A conversation, as this person sees it.
public struct ChatRoom: Sendable, Hashable {
  /// Somebody in it.
  public struct Member: Sendable, Hashable {
    /// Who it is.
    public let id: PersonID
    /// How the transport calls them to people: untrusted text, to be shown made safe.
    public let name: String

    /// Somebody in a room.
    public init(id: PersonID, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// Which one.
  public let id: RoomID
  /// Its name for people: untrusted text.
  public let name: String
  /// This person in it.
  public let me: PersonID
  /// All who are in it, this person too; in the transport's order.
  public let members: [Member]

  /// A conversation.
  public init(id: RoomID, name: String, me: PersonID, members: [Member]) {
    self.id = id
    self.name = name
    self.me = me
    self.members = members
  }

  /// All but this person.
  public var others: [Member] { members.filter { $0.id != me } }

  /// What the room calls somebody; of one who is not in it, the transport's own text.
  public func name(of person: PersonID) -> String { members.first { $0.id == person }?.name ?? person.rawValue }
}
