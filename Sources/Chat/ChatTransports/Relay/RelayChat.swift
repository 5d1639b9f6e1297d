public import ChatPayments
import Cryptography
import JSON
public import RPCRuntime

/// A chat over a relay on the same machine, for demonstrations and tests. It has rooms of two and groups, history,
/// editing in place, and several devices for one person.
///
/// After ``connect()`` has succeeded, the chat reconnects by itself until ``close()``, even when the relay restarts. At
/// the relay a name belongs to the first person who used it, by a key that is kept in a file; devices that share the
/// file are the same person. The authors of messages are as the relay reports them.
public actor RelayChat: ChatTransport {
  /// The identifier of this person.
  public nonisolated let me: PersonID
  private let relay: String
  private let displayedName: String
  private let keys: RelayKeys
  private var link: KeptLink?
  private var isClosed = false

  /// Creates a chat that is not connected yet.
  ///
  /// - Parameters:
  ///   - relay: the name of the relay.
  ///   - person: this person's name at the relay: 1 to 64 of `a-z 0-9 . _ -`, the first a letter or digit.
  ///   - displayedName: the name that others see; by default it is `person`.
  ///   - directories: the directories in which relays publish themselves, and by default also the keys are kept.
  ///   - keys: the folder of the keys; by default it is `relay-keys` in the state folder.
  public init(
    relay: String, as person: String, displayedName: String? = nil,
    directories: PayportDirectories = PayportDirectories(), keys: String? = nil
  ) {
    me = PersonID(person)
    self.relay = relay
    self.displayedName = displayedName ?? person
    self.keys = RelayKeys(directories: directories, folder: keys ?? directories.state + "/relay-keys")
  }

  /// Connects. From then on a lost connection is made again, without a limit on attempts.
  ///
  /// - Throws: ``RelayChatError``; the call can then be repeated.
  public func connect() async throws(RelayChatError) {
    guard link == nil, !isClosed else { return }
    let dialer = RelayDialer(relay: relay, person: me.rawValue, displayedName: displayedName, keys: keys)
    let me = me
    let link = KeptLink(on: "payport-chat", limits: RelayLimits.channel) { thread in
      try await dialer.dial(on: thread)
    } finalRefusal: { error in
      (error as? RelayChatError)?.finalRefusal
    } hear: { value in
      Self.events(value, me: me)
    }
    self.link = link
    do {
      try await link.connect()
    } catch {
      self.link = nil
      await link.close()
      throw error as? RelayChatError ?? .system
    }
  }

  // MARK: ChatTransport

  /// See `ChatTransport`.
  public func rooms() async throws -> [ChatRoom] {
    let rooms: [RelayRoomEntry] = try await ask("rooms", member: "rooms")
    return rooms.map { $0.room(me: me) }
  }

  /// See `ChatTransport`.
  @discardableResult
  public func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID {
    let message: RelayMessageEntry = try await ask(
      "send", Self.params(content, ["room": .string(room.rawValue)]), member: "message")
    return message.chatMessage.id
  }

  /// See `ChatTransport`. If the relay no longer has the message, a new one is sent.
  @discardableResult
  public func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
    guard let number = Int(message.rawValue) else { throw ChatTransportError.unknownMessage }
    let edited: RelayMessageEntry = try await ask(
      "edit", Self.params(content, ["room": .string(room.rawValue), "message": .integer(number)]), member: "message")
    return edited.chatMessage.id
  }

  /// See `ChatTransport`. The relay keeps the last 500 messages of a room.
  public func history(of room: RoomID) async throws -> [ChatMessage] {
    var messages: [ChatMessage] = []
    var last = 0
    while true {
      let page: RelayPage = try await ask("history", ["room": .string(room.rawValue), "after": .integer(last)])
      messages += page.messages.map(\.chatMessage)
      guard page.more, let next = page.messages.last?.message, next > last else { return messages }
      last = next
    }
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

  // MARK: Operations that other transports do not have

  /// Returns all people who have ever used the relay, sorted by name.
  ///
  /// - Throws: `ChatTransportError`.
  public func people() async throws -> [ChatRoom.Member] {
    let people: [RelayPersonEntry] = try await ask("people", member: "people")
    return people.map { ChatRoom.Member(id: PersonID($0.person), name: $0.name) }
  }

  /// Returns the room of this person and another one, and opens it if there is none.
  ///
  /// - Throws: `ChatTransportError`; `ChatTransportError/refused(_:)` if nobody with that name has ever used the relay.
  public func room(with other: PersonID) async throws -> ChatRoom { try await open([other], name: "") }

  /// Returns the room with this name and these members, and opens it if there is none.
  ///
  /// - Throws: the errors of ``room(with:)``.
  public func group(_ name: String, with others: [PersonID]) async throws -> ChatRoom {
    try await open(others, name: name)
  }

  /// Makes the relay deliver unreliably, or reliably again. This is for tests and demonstrations.
  ///
  /// - Throws: `ChatTransportError`.
  public func setTrouble(_ trouble: RelayTrouble) async throws { _ = try await call("set_trouble", trouble.json) }

  private func open(_ others: [PersonID], name: String) async throws -> ChatRoom {
    let members = others.map { JSONValue.string($0.rawValue) }
    let room: RelayRoomEntry = try await ask(
      "open_room", ["members": .array(members), "name": .string(name)], member: "room")
    return room.room(me: me)
  }

  // MARK: Calls

  private static func params(_ content: ChatContent, _ object: JSONObject) -> JSONValue {
    var object = object
    object["text"] = .string(content.text)
    object["link"] = content.link.map(JSONValue.string)
    return .object(object)
  }

  private func call(_ method: String, _ params: JSONValue) async throws(ChatTransportError) -> JSONValue {
    guard let link else { throw .disconnected }
    return try RelayAnswer(await link.call(["method": .string(method), "params": params])).get()
  }

  func ask<Answer: Decodable>(
    _ method: String, _ params: JSONValue = [:], member: String? = nil
  ) async throws -> Answer {
    let result = try await call(method, params)
    guard let answer: Answer = Self.decode(member.map { result[$0] } ?? result) else {
      throw ChatTransportError.malformedAnswer
    }
    return answer
  }

  private static func decode<Value: Decodable>(_ value: JSONValue?) -> Value? {
    value.flatMap { try? JSONValueDecoder().decode(from: $0) }
  }

  private static func events(_ value: JSONValue, me: PersonID) -> [ChatEvent] {
    switch value["method"]?.stringValue {
    case "message":
      let message: RelayMessageEntry? = decode(value["params"]?["message"])
      return message.map { [.message($0.chatMessage)] } ?? []
    case "room":
      let room: RelayRoomEntry? = decode(value["params"]?["room"])
      return room.map { [.room($0.room(me: me))] } ?? []
    case "gap": return [.connected]
    // This notification comes from a later version of the relay.
    default: return []
    }
  }
}

extension RelayChat: ChatFileTransport {
  /// See `ChatFileTransport`. A file may have at most 8 MiB.
  @discardableResult
  public func send(_ file: ChatFile, to room: RoomID) async throws -> MessageID {
    guard file.bytes.count <= RelayLimits.file else { throw ChatTransportError.tooLarge(limit: RelayLimits.file) }
    let message: RelayMessageEntry = try await ask(
      "send_file",
      [
        "room": .string(room.rawValue), "name": .string(file.name), "data": .string(Base64URL.encode(file.bytes)),
      ], member: "message")
    return message.chatMessage.id
  }

  /// See `ChatFileTransport`.
  public func file(of message: MessageID, in room: RoomID) async throws -> ChatFile {
    guard let number = Int(message.rawValue) else { throw ChatTransportError.unknownMessage }
    let answer: RelayFileContent = try await ask(
      "file", ["room": .string(room.rawValue), "message": .integer(number)])
    guard let bytes = try? Base64URL.decode(answer.data) else { throw ChatTransportError.malformedAnswer }
    return ChatFile(name: answer.name, bytes: bytes)
  }
}
