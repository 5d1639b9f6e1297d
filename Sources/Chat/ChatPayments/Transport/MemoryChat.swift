public import PaymentsModel

/// A chat network in memory, for tests and experiments. It has rooms, history and editing. Its deliveries can be held
/// back, so that tests can lose, repeat and reorder them.
public actor MemoryChat {
  private struct Room {
    let name: String
    let members: [PersonID]
    var messages: [ChatMessage] = []
  }

  private var rooms: [RoomID: Room] = [:]
  private var files: [MessageID: ChatFile] = [:]
  private var listeners: [Int: (person: PersonID, continuation: AsyncStream<ChatEvent>.Continuation)] = [:]
  private var lastNumber = 0
  private var held: [(person: PersonID, event: ChatEvent)] = []
  private var isHolding = false
  private var isCut: Set<PersonID> = []
  private let clock: any WallClock

  /// Creates an empty network.
  public init(clock: any WallClock = SystemWallClock()) { self.clock = clock }

  /// Opens a room.
  public func open(_ room: RoomID, name: String, members: [PersonID]) {
    rooms[room] = Room(name: name, members: members)
    for member in members { deliver(.room(view(room, of: member)), to: member) }
  }

  /// Returns a device of a person.
  public nonisolated func device(of person: PersonID) -> some ChatTransport { MemoryTransport(chat: self, me: person) }

  /// Returns the file that a message stands for.
  public func file(_ message: MessageID) -> ChatFile? { files[message] }

  /// Holds back all deliveries from now on.
  public func hold() { isHolding = true }

  /// Makes the deliveries that were held back, and delivers at once from now on.
  ///
  /// - Parameter mix: returns the deliveries that are made; it can leave some out, repeat some or change their order.
  public func release(_ mix: @Sendable ([ChatEvent]) -> [ChatEvent] = { $0 }) {
    isHolding = false
    let waiting = held
    held = []
    for person in Set(waiting.map(\.person)).sorted(by: { $0.rawValue < $1.rawValue }) {
      for event in mix(waiting.filter { $0.person == person }.map(\.event)) { deliver(event, to: person) }
    }
  }

  /// Disconnects a person or connects them again.
  public func cut(_ person: PersonID, off isOff: Bool) {
    if isOff { isCut.insert(person) } else { isCut.remove(person) }
    for listener in listeners.values where listener.person == person {
      listener.continuation.yield(isOff ? .disconnected : .connected)
    }
  }

  fileprivate func rooms(of person: PersonID) throws(ChatTransportError) -> [ChatRoom] {
    try connected(person)
    return rooms.filter { $0.value.members.contains(person) }.keys.sorted { $0.rawValue < $1.rawValue }
      .map { view($0, of: person) }
  }

  fileprivate func send(
    _ content: ChatContent, to room: RoomID, from person: PersonID, answers: MessageID? = nil,
    file: ChatFileInfo? = nil
  ) throws(ChatTransportError) -> MessageID {
    try connected(person)
    guard let members = rooms[room]?.members, members.contains(person) else { throw .unknownRoom }
    lastNumber += 1
    let message = ChatMessage(
      id: MessageID(String(lastNumber)), room: room, from: person, content: content, sentAt: clock.now(),
      answers: answers, file: file)
    rooms[room]?.messages.append(message)
    for member in members { deliver(.message(message), to: member) }
    return message.id
  }

  fileprivate func send(_ file: ChatFile, to room: RoomID, from person: PersonID) throws(ChatTransportError)
    -> MessageID
  {
    let message = try send(
      ChatContent(text: file.name), to: room, from: person,
      file: ChatFileInfo(name: file.name, size: file.bytes.count))
    files[message] = file
    return message
  }

  fileprivate func file(of message: MessageID, in room: RoomID, for person: PersonID) throws(ChatTransportError)
    -> ChatFile
  {
    guard try history(of: room, for: person).contains(where: { $0.id == message }), let file = files[message] else {
      throw .unknownMessage
    }
    return file
  }

  /// Sends a reply to a message.
  @discardableResult
  public func answer(_ message: MessageID, in room: RoomID, with text: String, from person: PersonID)
    throws(ChatTransportError) -> MessageID
  {
    try send(ChatContent(text: text), to: room, from: person, answers: message)
  }

  fileprivate func edit(
    _ id: MessageID, in room: RoomID, to content: ChatContent, by person: PersonID
  ) throws(ChatTransportError) -> MessageID {
    try connected(person)
    guard let messages = rooms[room]?.messages, let members = rooms[room]?.members else { throw .unknownRoom }
    guard let index = messages.firstIndex(where: { $0.id == id && $0.from == person }) else { throw .unknownMessage }
    let before = messages[index]
    let message = ChatMessage(
      id: id, room: room, from: person, content: content, sentAt: before.sentAt, revision: before.revision + 1,
      answers: before.answers, file: before.file)
    rooms[room]?.messages[index] = message
    for member in members { deliver(.message(message), to: member) }
    return id
  }

  fileprivate func history(of room: RoomID, for person: PersonID) throws(ChatTransportError) -> [ChatMessage] {
    try connected(person)
    guard let found = rooms[room], found.members.contains(person) else { throw .unknownRoom }
    return found.messages
  }

  fileprivate func listen(_ person: PersonID) -> AsyncStream<ChatEvent> {
    lastNumber += 1
    let (stream, continuation) = AsyncStream.makeStream(of: ChatEvent.self)
    listeners[lastNumber] = (person, continuation)
    return stream
  }

  fileprivate func leave(_ person: PersonID) {
    for (number, listener) in listeners where listener.person == person {
      listener.continuation.finish()
      listeners[number] = nil
    }
  }

  private func connected(_ person: PersonID) throws(ChatTransportError) {
    if isCut.contains(person) { throw .disconnected }
  }

  private func deliver(_ event: ChatEvent, to person: PersonID) {
    if isHolding {
      held.append((person, event))
    } else if !isCut.contains(person) {
      for listener in listeners.values where listener.person == person { listener.continuation.yield(event) }
    }
  }

  private func view(_ id: RoomID, of person: PersonID) -> ChatRoom {
    let room = rooms[id]
    return ChatRoom(
      id: id, name: room?.name ?? "", me: person,
      members: (room?.members ?? []).map { ChatRoom.Member(id: $0, name: $0.rawValue) })
  }
}

/// A device on a network in memory.
private struct MemoryTransport: ChatFileTransport {
  let chat: MemoryChat
  let me: PersonID

  func rooms() async throws -> [ChatRoom] { try await chat.rooms(of: me) }
  func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID {
    try await chat.send(content, to: room, from: me)
  }
  func send(_ file: ChatFile, to room: RoomID) async throws -> MessageID {
    try await chat.send(file, to: room, from: me)
  }
  func file(of message: MessageID, in room: RoomID) async throws -> ChatFile {
    try await chat.file(of: message, in: room, for: me)
  }
  func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
    try await chat.edit(message, in: room, to: content, by: me)
  }
  func history(of room: RoomID) async throws -> [ChatMessage] { try await chat.history(of: room, for: me) }
  func events() async -> AsyncStream<ChatEvent> { await chat.listen(me) }
  func close() async { await chat.leave(me) }
}
