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
  /// Whether the author has changed the message after sending it. A message that is written while others already read
  /// it has several revisions and is not edited.
  public let isEdited: Bool
  /// Whether the message disappears by itself after a while. That it is gone then says nothing about its author.
  public let isFleeting: Bool

  /// Creates a message.
  public init(
    id: MessageID, room: RoomID, from: PersonID, content: ChatContent, sentAt: Timestamp, revision: Int = 0,
    answers: MessageID? = nil, file: ChatFileInfo? = nil, isEdited: Bool? = nil,
    isFleeting: Bool = false
  ) {
    self.id = id
    self.room = room
    self.from = from
    self.content = content
    self.sentAt = sentAt
    self.revision = revision
    self.answers = answers
    self.file = file
    self.isEdited = isEdited ?? (revision > 0)
    self.isFleeting = isFleeting
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
  /// A message is gone for its readers. `by` is the person who removed it or hides what its author says: the author, a
  /// moderator of a group, or this person; or the room, by its identifier, if the network does not tell which moderator.
  /// It is `nil` if nobody did, because its time was over, or if this person has only put it out of their own sight.
  case removed(MessageID, in: RoomID, by: PersonID?)
  /// There is news of what became of a message of this person. Not every network tells.
  case delivery(MessageID, in: RoomID, ChatDelivery)
  /// This person can no longer write to a room.
  case left(RoomID, ChatDeparture)
  /// The person has to know something about the chat itself.
  case notice(ChatNotice)
}

/// What became of a message of this person, as far as the network knows.
public enum ChatDelivery: Sendable, Hashable {
  /// The network has the message.
  case sent
  /// The reader's device has the message.
  case received
  /// The network has not delivered the message yet, for a reason in words, and goes on trying.
  case delayed(String)
  /// The message does not reach the reader, for a reason in words. The network does not try again.
  case failed(String)
  /// The network cannot tell whether the message has reached the reader, and will not.
  case unknown
}

/// Why this person can no longer write to a room.
public enum ChatDeparture: Sendable, Hashable {
  /// The other person of a conversation of two has ended it.
  case endedByOther
  /// Somebody has removed this person from a group.
  case removed
  /// The group does not exist any more.
  case deleted
  /// The moderators of the group have to admit this person, who was in it before.
  case notAdmitted
}

/// What a person has to know about the chat itself.
public enum ChatNotice: Sendable, Hashable {
  /// Another program uses the same interface, and takes away news that this one needs. The rooms are therefore read
  /// again and again; news is late.
  case otherClient
  /// The chat's app now uses another profile or another database than before. Nothing is sent and nothing is read until
  /// the former one is back. The names are untrusted text.
  case otherProfile(expected: String, found: String)
  /// The network answered with more than can be read; the limit is in bytes.
  case answerTooLarge(limit: Int)
  /// A room cannot be used because the network does not say who is in it, for a reason in words. It is asked again and
  /// again. The name is untrusted text.
  case unreadableRoom(name: String, reason: String)
  /// A room can be used only when something has happened that the reason tells in words. The name is untrusted text.
  case pendingRoom(name: String, reason: String)
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

  /// Returns one room as the network knows it now, which ``rooms()`` need not.
  ///
  /// - Throws: ``ChatTransportError/unknownRoom`` if this person can no longer write to the room; other
  ///   ``ChatTransportError``s.
  func room(_ id: RoomID) async throws -> ChatRoom

  /// Checks, without sending anything, whether a message is short enough for the network, as far as that can be known
  /// before. Without an implementation any is.
  ///
  /// - Throws: ``ChatTransportError/tooLarge(limit:)``.
  func checkSize(of content: ChatContent) async throws

  /// Sends a message.
  ///
  /// - Returns: the identifier of the message, with which it can be edited.
  /// - Throws: ``ChatTransportError``. After ``ChatTransportError/disconnected`` it is not known whether it was sent.
  func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID

  /// Sends a message in the place of one of this person's that was lost or removed. The content may be the same.
  ///
  /// - Returns: the identifier of the new message.
  /// - Throws: the same as ``send(_:to:)``.
  func send(_ content: ChatContent, to room: RoomID, insteadOf lost: MessageID) async throws -> MessageID

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

  /// Returns those of the messages that the network held and does not hold any more, because somebody has removed them
  /// without a trace. A message of which that is not certain is left out; without an implementation all are.
  ///
  /// - Parameter messages: messages that are not in the ``history(of:)`` of the room, with the times at which they were
  ///   sent.
  /// - Throws: ``ChatTransportError``.
  func vanished(of messages: [MessageID: Timestamp], in room: RoomID) async throws -> Set<MessageID>

  /// Returns a new stream of the events from now on. It ends when the transport is closed.
  func events() async -> AsyncStream<ChatEvent>

  /// Leaves the network and ends all event streams.
  func close() async
}

extension ChatTransport {
  /// Accepts any message.
  public func checkSize(of content: ChatContent) async throws {}

  /// Sends a message like any other.
  public func send(_ content: ChatContent, to room: RoomID, insteadOf lost: MessageID) async throws -> MessageID {
    try await send(content, to: room)
  }

  /// Returns one of the ``rooms()``.
  public func room(_ id: RoomID) async throws -> ChatRoom {
    guard let room = try await rooms().first(where: { $0.id == id }) else { throw ChatTransportError.unknownRoom }
    return room
  }

  /// Returns nothing, because a network need not tell.
  public func vanished(of messages: [MessageID: Timestamp], in room: RoomID) async throws -> Set<MessageID> { [] }
}

/// Why a transport did not do what it was asked to.
public enum ChatTransportError: Error, Sendable, Hashable {
  /// There is no connection to the network at present, or it ended before the answer.
  case disconnected
  /// The network cannot be used at present, for a reason in words, and nothing was sent. The transport goes on trying.
  case unavailable(String)
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

  /// Whether nothing at all can be sent at present, whatever it is.
  public var isOutage: Bool {
    switch self {
    case .disconnected, .unavailable: true
    case .unknownRoom, .unknownMessage, .tooLarge, .refused, .malformedAnswer: false
    }
  }
}
