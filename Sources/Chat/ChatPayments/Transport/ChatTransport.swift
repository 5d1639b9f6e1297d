public import PaymentsModel

/// The current state of a message.
public struct ChatMessage: Sendable, Hashable {
  /// The identifier of the message. Editing does not change it.
  public let id: MessageID
  /// The room of the message.
  public let room: RoomID
  /// The author, as the transport has authenticated them.
  public let from: PersonID
  /// The current content.
  public let content: ChatContent
  /// The time at which the message was first sent, as far as the transport knows.
  public let sentAt: Timestamp
  /// The number of the version: 0 when the message is first sent, and higher after each edit. Deliveries may arrive in
  /// any order and several times; the highest revision of a message is the current one.
  public let revision: Int
  /// The message that this one replies to, if the network knows replies and this is one.
  public let answers: MessageID?
  /// The file that the message stands for; the text is then only the file's name.
  public let file: ChatFileInfo?

  /// Creates a message.
  public init(
    id: MessageID, room: RoomID, from: PersonID, content: ChatContent, sentAt: Timestamp, revision: Int = 0,
    answers: MessageID? = nil, file: ChatFileInfo? = nil
  ) {
    self.id = id
    self.room = room
    self.from = from
    self.content = content
    self.sentAt = sentAt
    self.revision = revision
    self.answers = answers
    self.file = file
  }
}

/// An event that a transport reports.
public enum ChatEvent: Sendable, Hashable {
  /// A message was sent or edited, by somebody else or by this person, here or on another device.
  case message(ChatMessage)
  /// A room is new or has changed.
  case room(ChatRoom)
  /// Messages flow again, after a pause in which some may have been lost.
  case connected
  /// No messages flow at present.
  case disconnected
}

/// The operations of a chat network that cards need: rooms, messages, and editing one's own messages in place.
///
/// Deliveries need not be reliable: messages may be lost, repeated, late and out of order. But ``ChatMessage/from``
/// must be authentic, and only the author of a message may be able to edit it.
public protocol ChatTransport: Sendable {
  /// Returns the rooms that this person is a member of.
  ///
  /// - Throws: ``ChatTransportError``.
  func rooms() async throws -> [ChatRoom]

  /// Sends a message.
  ///
  /// - Returns: the identifier of the message, with which it can be edited.
  /// - Throws: ``ChatTransportError``. After ``ChatTransportError/disconnected`` it is not known whether it was sent.
  func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID

  /// Replaces the content of one of this person's messages. If the network does not allow that any more, because the
  /// message is too old, the transport sends a new message.
  ///
  /// - Returns: the identifier of the message that has the content now.
  /// - Throws: ``ChatTransportError``.
  func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID

  /// Returns the current messages of a room, the oldest first, as far as the network still has them.
  ///
  /// - Throws: ``ChatTransportError``.
  func history(of room: RoomID) async throws -> [ChatMessage]

  /// Returns a new stream of the events from now on. It ends when the transport is closed.
  func events() async -> AsyncStream<ChatEvent>

  /// Leaves the network and ends all event streams.
  func close() async
}

/// Why a transport did not do what it was asked to.
public enum ChatTransportError: Error, Sendable, Hashable {
  /// There is no connection to the network at present.
  case disconnected
  /// The room does not exist, or this person is no member of it.
  case unknownRoom
  /// The room has no such message of this person.
  case unknownMessage
  /// The message is longer than the network can carry; the limit is in bytes.
  case tooLarge(limit: Int)
  /// The network refused, for a reason in its own words. They are untrusted text.
  case refused(String)
  /// The network gave an answer that cannot be understood.
  case malformedAnswer
}
