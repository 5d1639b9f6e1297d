public import ChatPayments
import JSON
import RPCRuntime
public import Transport

/// SimpleX Chat, over the local interface of its terminal app: `simplex-chat -p PORT`.
///
/// A card is a message content of its own type, which other apps show as its text; its message is edited in place.
/// Contacts are rooms of two; groups are rooms. A message that another member has forwarded is never read as a card,
/// because its author is known only from that member.
///
/// The interface of SimpleX Chat has no authentication: every program of any user on the machine can use it. Only
/// SimpleX Chat could change that. In the other direction, this transport does not talk to an app that runs as another
/// user.
public actor SimpleXChat: ChatTransport {
  /// The number of messages that are read from a room.
  static let historyCount = 300

  private let port: UInt16
  var link: KeptLink?
  let user = CurrentUser()
  let outbox: SimpleXOutbox
  private var isClosed = false

  /// Creates a chat that is not connected yet.
  ///
  /// - Parameters:
  ///   - port: the port on which SimpleX Chat listens on this machine.
  ///   - files: the folder in which files stay until they are sent; by default it is `simplex-files` in the state
  ///     folder.
  public init(port: UInt16, files: String? = nil) {
    self.port = port
    outbox = SimpleXOutbox(files ?? PayportDirectories().state + "/simplex-files")
  }

  /// Connects to the app, for the profile that is active there. From then on a lost connection is made again, without a
  /// limit on attempts.
  ///
  /// - Throws: ``SimpleXChatError``; the call can then be repeated.
  public func connect() async throws(SimpleXChatError) {
    guard link == nil, !isClosed else { return }
    let dialer = SimpleXDialer(url: "ws://127.0.0.1:\(port)/", user: user)
    let link = KeptLink(on: "payport-simplex", limits: SimpleXDialer.limits) { thread in
      try await dialer.dial(on: thread)
    } hear: { [weak self] value in
      await self?.events(value) ?? []
    }
    self.link = link
    do {
      try await link.connect()
    } catch {
      self.link = nil
      await link.close()
      throw error as? SimpleXChatError ?? .system
    }
  }

  // MARK: ChatTransport

  /// See `ChatTransport`.
  public func rooms() async throws -> [ChatRoom] {
    let user = try current()
    let contacts = try await call(.contacts(user: user.number), "contactsList")["contacts"]?.arrayValue ?? []
    var rooms = contacts.compactMap(user.room(contact:))
    for group in try await call(.groups(user: user.number), "groupsList")["groups"]?.arrayValue ?? [] {
      // Earlier versions of SimpleX Chat return each group together with a summary.
      if let room = try await room(of: group[0] ?? group) { rooms.append(room) }
    }
    return rooms
  }

  /// See `ChatTransport`.
  @discardableResult
  public func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID {
    guard let room = SimpleXRoom(room) else { throw ChatTransportError.unknownRoom }
    let response = try await call(.send(room, SimpleXContent.write(content)), "newChatItems")
    guard let item = response["chatItems"]?[0], let message = await tell(item) else {
      throw ChatTransportError.malformedAnswer
    }
    return message.id
  }

  /// See `ChatTransport`. SimpleX allows edits for one day; after that a new message is sent.
  @discardableResult
  public func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
    guard let place = SimpleXRoom(room) else { throw ChatTransportError.unknownRoom }
    guard let item = Int64(message.rawValue) else { throw ChatTransportError.unknownMessage }
    do {
      let response = try await call(
        .update(place, item: item, SimpleXContent.write(content)), "chatItemUpdated", "chatItemNotChanged")
      guard let item = response["chatItem"], let message = await tell(item) else {
        throw ChatTransportError.malformedAnswer
      }
      return message.id
    } catch SimpleXRefusal.cannotUpdate {
      // Either the message is too old, or it never belonged to this person.
      let items = try await chat(place)["chatItems"]?.arrayValue ?? []
      guard items.contains(where: { SimpleXUser.isOwn($0, number: item) }) else {
        throw ChatTransportError.unknownMessage
      }
      return try await send(content, to: room)
    }
  }

  /// See `ChatTransport`. It returns the last 300 messages.
  public func history(of room: RoomID) async throws -> [ChatMessage] {
    guard let place = SimpleXRoom(room) else { throw ChatTransportError.unknownRoom }
    let user = try current()
    let chat = try await chat(place)
    guard let info = chat["chatInfo"], let items = chat["chatItems"]?.arrayValue else {
      throw ChatTransportError.malformedAnswer
    }
    return items.compactMap { user.message(info, $0) }
  }

  /// See `ChatTransport`. Before ``connect()`` the stream is empty.
  public func events() async -> AsyncStream<ChatEvent> {
    guard let link else { return AsyncStream { $0.finish() } }
    return await link.events()
  }

  /// See `ChatTransport`. A closed chat cannot be connected again.
  public func close() async {
    isClosed = true
    await link?.close()
  }
}

/// Why a ``SimpleXChat`` is not connected.
public enum SimpleXChatError: Error, Sendable, Hashable {
  /// No SimpleX Chat answers at the port. It is started with `simplex-chat -p PORT`.
  case unreachable(ConnectError)
  /// SimpleX Chat answers, but has no profile.
  case noProfile
  /// Any other error of the chat.
  case chat(ChatTransportError)
  /// The system could not provide a thread.
  case system
}
