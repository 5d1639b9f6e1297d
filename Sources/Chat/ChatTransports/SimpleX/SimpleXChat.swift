public import ChatPayments
public import Files
import JSON
public import PaymentsModel
import RPCRuntime
public import Transport
import WebSocketTransport

/// SimpleX Chat, over the local interface of its terminal app: `simplex-chat -p PORT`.
///
/// A card is a message content of its own type, which other apps show as its text; its message is edited in place.
/// Contacts are rooms of two; groups are rooms. A message whose author is known only from another member or a relay is
/// never read as a card.
///
/// The interface of SimpleX Chat has no authentication: every program of any user on the machine can use it. Only
/// SimpleX Chat could change that. In the other direction, this transport does not talk to an app that runs as another
/// user, and works with one profile of one database only: numbers of another one mean other people. It remembers which
/// in its folder, and compares before everything that it sends.
public actor SimpleXChat: ChatTransport {
  /// The number of messages that are read from a room.
  static let historyCount = 300
  /// The largest answer that is read, in bytes.
  package static let largestAnswer = SimpleXCodec.limits.bytes
  /// The number of looks for other clients after which groups that cannot be used are read again.
  private static let ticksPerReading = 6

  private let port: UInt16
  var link: KeptLink?
  let directory = SimpleXDirectory()
  let register: SimpleXRegister
  let outbox: SimpleXFolder
  let inbox: SimpleXFolder
  /// The numbers of the files of which SimpleX Chat has news.
  let fileNews = Multicast<Int64>()
  private let watchPace: Duration
  private let limits: Limits
  private var watch: Task<Void, Never>?
  private var isShared = false
  /// The groups of which the person was told that they cannot be used.
  var told: [RoomID: SimpleXUnreadable] = [:]
  private var isClosed = false

  /// Creates a chat that is not connected yet.
  ///
  /// - Parameters:
  ///   - port: the port on which SimpleX Chat listens on this machine.
  ///   - folder: the folder that remembers the profile, and in which files stay until they are sent or taken over. By
  ///     default it is `simplex` in the state folder.
  public init(port: UInt16, folder: String? = nil) { self.init(port: port, folder: folder, watchPace: .seconds(5)) }

  /// Creates a chat that looks for other clients of the same port at a given pace, and to which nobody can give answers
  /// that are larger than a limit in bytes.
  package init(
    port: UInt16, folder: String?, watchPace: Duration, largestAnswer: Int = SimpleXChat.largestAnswer
  ) {
    self.port = port
    self.watchPace = watchPace
    limits = SimpleXDialer.limits(largestAnswer: largestAnswer)
    let folder = SimpleXFolder.absolute(folder ?? PayportDirectories().state + "/simplex")
    register = SimpleXRegister(folder)
    outbox = SimpleXFolder(folder + "/sending")
    inbox = SimpleXFolder(folder + "/receiving")
  }

  /// Connects to the app, for the profile that is active there. From then on a lost connection is made again, without a
  /// limit on attempts.
  ///
  /// - Throws: ``SimpleXChatError``; the call can then be repeated.
  public func connect() async throws(SimpleXChatError) {
    guard link == nil, !isClosed else { return }
    let dialer = dialer
    let link = KeptLink(on: "payport-simplex", limits: limits) { thread in
      try await dialer.dial(on: thread)
    } notice: { error in
      (error as? SimpleXChatError)?.notice
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
    let pace = watchPace
    watch = Task { [weak self] in
      var ticks = 0
      while (try? await Task.sleep(for: pace)) != nil, let self {
        await self.lookForOthers()
        if ticks % Self.ticksPerReading == 0 { await self.readAgainAll() }
        ticks += 1
      }
    }
  }

  private var dialer: SimpleXDialer {
    SimpleXDialer(url: "ws://127.0.0.1:\(port)/", directory: directory, register: register, limits: limits)
  }

  /// Looks whether another client uses the port. SimpleX Chat gives each of its events to one client only, so while
  /// there are two, the rooms are read again and again.
  private func lookForOthers() async {
    guard let link, !isClosed else { return }
    let dialer = dialer
    let others = LoopbackPort.connections(port) > 1
    defer { isShared = others }
    if others, !isShared { await link.tell(.notice(.otherClient)) }
    // What the other client has taken just before it left is read, too.
    guard others || isShared else { return }
    await link.refresh { try await dialer.read($0) }
  }

  // MARK: ChatTransport

  /// See `ChatTransport`. The rooms are as SimpleX Chat has told them; ``room(_:)`` asks anew.
  public func rooms() async throws -> [ChatRoom] {
    guard let link, await link.isConnected else { throw ChatTransportError.disconnected }
    return directory.rooms
  }

  /// See `ChatTransport`.
  public func room(_ id: RoomID) async throws -> ChatRoom {
    guard let place = SimpleXRoom(id) else { throw ChatTransportError.unknownRoom }
    let info = try await check(place)
    let user = try current()
    let found: SimpleXPlace? =
      switch place {
      case .contact: info["contact"].flatMap(user.place(contact:))
      case .group: try await group(info["groupInfo"])
      }
    guard let found else { throw ChatTransportError.unknownRoom }
    directory.set(found.room)
    return found.room
  }

  /// See `ChatTransport`. SimpleX Chat adds to a message what only it knows, and may refuse it nevertheless.
  public nonisolated func checkSize(of content: ChatContent) async throws { _ = try SimpleXContent.write(content) }

  /// See `ChatTransport`.
  @discardableResult
  public func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID {
    guard let place = SimpleXRoom(room) else { throw ChatTransportError.unknownRoom }
    let body = try SimpleXContent.write(content)
    let info = try await check(place)
    let isSigned = SimpleXUser.usesRelays(info["groupInfo"])
    let response = try await call(.send(place, body, isSigned: isSigned), "newChatItems")
    return try await sent(response["chatItems"]?[0], to: place, info)
  }

  /// See `ChatTransport`. SimpleX allows edits for one day; after that a new message is sent. In groups that use relays,
  /// only new messages are signed, so a new message is sent at once.
  @discardableResult
  public func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
    guard let place = SimpleXRoom(room) else { throw ChatTransportError.unknownRoom }
    guard let item = Int64(message.rawValue) else { throw ChatTransportError.unknownMessage }
    let body = try SimpleXContent.write(content)
    let info = try await check(place)
    if SimpleXUser.usesRelays(info["groupInfo"]) { return try await send(content, to: room) }
    do {
      let response = try await call(.update(place, item: item, body), "chatItemUpdated", "chatItemNotChanged")
      return try await sent(response["chatItem"], to: place, info)
    } catch SimpleXRefusal.cannotUpdate {
      // Either the message is too old, or it never belonged to this person.
      let items = try await chat(place)["chatItems"]?.arrayValue ?? []
      guard items.contains(where: { SimpleXUser.number($0) == item && SimpleXUser.isOwn($0) }) else {
        throw ChatTransportError.unknownMessage
      }
      return try await send(content, to: room)
    }
  }

  /// See `ChatTransport`. It returns the last 300 messages, and reports which of them were taken back or did not reach
  /// their reader.
  public func history(of room: RoomID) async throws -> [ChatMessage] {
    guard let place = SimpleXRoom(room) else { throw ChatTransportError.unknownRoom }
    let user = try current()
    let chat = try await chat(place)
    guard let info = chat["chatInfo"], let items = chat["chatItems"]?.arrayValue else {
      throw ChatTransportError.malformedAnswer
    }
    for item in items {
      if let event = user.removal(info, item) {
        await link?.tell(event)
      } else if let delivery = SimpleXUser.delivery(item), delivery.isTrouble, let number = SimpleXUser.number(item) {
        await link?.tell(.delivery(MessageID(String(number)), in: room, delivery))
      }
    }
    return items.compactMap { user.message(info, $0) }
  }

  /// See `ChatTransport`. A message counts as gone if an earlier one of the conversation is still there: whoever clears a
  /// conversation in SimpleX Chat takes nothing back.
  public func vanished(of messages: [MessageID: Timestamp], in room: RoomID) async throws -> Set<MessageID> {
    guard let place = SimpleXRoom(room) else { throw ChatTransportError.unknownRoom }
    let items = try await chat(place)["chatItems"]?.arrayValue ?? []
    let there = Dictionary(
      items.compactMap { item in SimpleXUser.number(item).map { ($0, SimpleXUser.time(item["meta"]?["itemTs"])) } },
      uniquingKeysWith: { first, _ in first })
    return Set(
      messages.filter { message in
        guard let number = Int64(message.key.rawValue), there[number] == nil else { return false }
        return there.contains { item in item.key < number && item.value.map { $0 < message.value } == true }
      }.keys)
  }

  /// See `ChatTransport`. Before ``connect()`` the stream is empty.
  public func events() async -> AsyncStream<ChatEvent> {
    guard let link else { return AsyncStream { $0.finish() } }
    // Whoever begins to listen has heard nothing yet of groups that cannot be used.
    told = [:]
    return await link.events()
  }

  /// See `ChatTransport`. A closed chat cannot be connected again.
  public func close() async {
    isClosed = true
    watch?.cancel()
    await link?.close()
    fileNews.finish()
  }
}

extension ChatDelivery {
  /// Whether the message is not with its reader for a reason.
  fileprivate var isTrouble: Bool {
    switch self {
    case .sent, .received, .unknown: false
    case .delayed, .failed: true
    }
  }
}

/// Why a ``SimpleXChat`` is not connected.
public enum SimpleXChatError: Error, Sendable, Hashable {
  /// No SimpleX Chat answers at the port. It is started with `simplex-chat -p PORT`.
  case unreachable(ConnectError)
  /// SimpleX Chat answers, but has no profile.
  case noProfile
  /// Another profile or another database answers than the one that was used before. The names are untrusted text.
  case otherProfile(expected: String, found: String)
  /// SimpleX Chat answers with more than can be read; the limit is in bytes.
  case answerTooLarge(limit: Int)
  /// The folder of this chat cannot be used.
  case files(PrivateFileError)
  /// The file that remembers the profile is damaged.
  case damaged(String)
  /// Any other error of the chat.
  case chat(ChatTransportError)
  /// The system could not provide a thread.
  case system

  /// What the person has to know if the chat cannot be connected again because of this.
  var notice: ChatNotice? {
    switch self {
    case .otherProfile(let expected, let found): .otherProfile(expected: expected, found: found)
    case .answerTooLarge(let limit): .answerTooLarge(limit: limit)
    default: nil
    }
  }
}
