public import ChatPayments
import JSON
import RPCRuntime

/// SimpleX Chat, over the local interface of its terminal app: `simplex-chat -p PORT`.
///
/// A card is content of a type of its own, which other apps show as its text; its message is updated in place. Contacts
/// are rooms of two; groups are rooms. A message that another member has forwarded is never a card, as its author is
/// that member's word only.
///
/// That interface asks nobody who they are: every program on the machine can use it, of any user. That is SimpleX
/// Chat's to change. In the other direction, an app that runs as another user is not spoken to.
public actor SimpleXChat: ChatTransport {
  /// Messages of a room that are read.
  static let historyCount = 300

  private let port: UInt16
  var link: KeptLink?
  let user = CurrentUser()
  let outbox: SimpleXOutbox
  private var isClosed = false

  /// A chat that is not connected yet.
  ///
  /// - Parameters:
  ///   - port: where SimpleX Chat listens on this machine.
  ///   - files: the folder in which files wait until they are sent; `simplex-files` in the state folder unless told
  ///     otherwise.
  public init(port: UInt16, files: String? = nil) {
    self.port = port
    outbox = SimpleXOutbox(files ?? PayportDirectories().state + "/simplex-files")
  }

  /// Connects to the app, for the profile that is active there. From then on lost connections are made again without
  /// end.
  ///
  /// - Throws: ``SimpleXChatError``; it can be called again then.
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
      // Earlier versions wrap each group together with a summary.
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

  /// See `ChatTransport`. SimpleX lets messages be updated for a day; after that another one is sent.
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
      // It is too old, or it is not this person's: then it never could be.
      let items = try await chat(place)["chatItems"]?.arrayValue ?? []
      guard items.contains(where: { SimpleXUser.isOwn($0, number: item) }) else {
        throw ChatTransportError.unknownMessage
      }
      return try await send(content, to: room)
    }
  }

  /// See `ChatTransport`: the last 300 messages.
  public func history(of room: RoomID) async throws -> [ChatMessage] {
    guard let place = SimpleXRoom(room) else { throw ChatTransportError.unknownRoom }
    let user = try current()
    let chat = try await chat(place)
    guard let info = chat["chatInfo"], let items = chat["chatItems"]?.arrayValue else {
      throw ChatTransportError.malformedAnswer
    }
    return items.compactMap { user.message(info, $0) }
  }

  /// See `ChatTransport`. Before ``connect()`` the sequence is empty.
  public func events() async -> AsyncStream<ChatEvent> {
    guard let link else { return AsyncStream { $0.finish() } }
    return await link.events()
  }

  /// See `ChatTransport`. It cannot be connected again.
  public func close() async {
    isClosed = true
    await link?.close()
  }
}
