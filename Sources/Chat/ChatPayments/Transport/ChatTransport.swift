public import PaymentsModel

/// A message as it is now.
public struct ChatMessage: Sendable, Hashable {
  /// Which one; an edit keeps it.
  public let id: MessageID
  /// Where.
  public let room: RoomID
  /// Who wrote it, on the transport's authority.
  public let from: PersonID
  /// What it says now.
  public let content: ChatContent
  /// When it was first sent, as far as the transport knows.
  public let sentAt: Timestamp
  /// 0 as it was first sent, higher after each edit. Deliveries may come in any order and several times: of one message
  /// the highest revision is how it is now.
  public let revision: Int
  /// The message that it answers by the network's own means, where there are such and it does.
  public let answers: MessageID?
  /// The file that it stands for; its text is then no more than a name.
  public let file: ChatFileInfo?

  /// A message.
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

/// What a transport tells.
public enum ChatEvent: Sendable, Hashable {
  /// A message came or was edited: another's, or one of this person's own, sent here or on another device.
  case message(ChatMessage)
  /// A room is new or has changed.
  case room(ChatRoom)
  /// Messages flow again, after a pause in which some may have been lost.
  case connected
  /// No messages flow for now.
  case disconnected
}

/// A chat network, as far as cards need it: rooms, messages, and editing one's own messages in place.
///
/// Nothing is asked of the delivery: messages may be lost, doubled, late and out of order. What is asked is that
/// ``ChatMessage/from`` is authentic, and that only the author of a message can edit it.
public protocol ChatTransport: Sendable {
  /// The rooms that this person is in.
  ///
  /// - Throws: ``ChatTransportError``.
  func rooms() async throws -> [ChatRoom]

  /// Sends a message.
  ///
  /// - Returns: its name, by which it can be edited.
  /// - Throws: ``ChatTransportError``. After ``ChatTransportError/disconnected`` it may have been sent or not.
  func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID

  /// Replaces what a message of this person's says. Where a network cannot edit any more (because the message is too
  /// old), the transport sends another message and answers its name.
  ///
  /// - Returns: the name of the message that says it now.
  /// - Throws: ``ChatTransportError``.
  func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID

  /// The messages of a room as they are now, oldest first, as far as the network still has them.
  ///
  /// - Throws: ``ChatTransportError``.
  func history(of room: RoomID) async throws -> [ChatMessage]

  /// What happens from now on. Each call begins a sequence of its own; it ends when the transport is closed.
  func events() async -> AsyncStream<ChatEvent>

  /// Leaves the network and ends all sequences of events.
  func close() async
}

/// Why a transport did not do what it was asked.
public enum ChatTransportError: Error, Sendable, Hashable {
  /// There is no connection to the network now.
  case disconnected
  /// This person is in no such room.
  case unknownRoom
  /// There is no such message of this person's in the room.
  case unknownMessage
  /// The message is longer than the network carries; the most bytes.
  case tooLarge(limit: Int)
  /// The network refused it, in its own words: untrusted text.
  case refused(String)
  /// The network answered something that makes no sense.
  case malformedAnswer
}
