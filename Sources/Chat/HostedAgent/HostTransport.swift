import ChatPayments
import Cryptography
import JSON
import JSONLines

/// A chat that is in another process, the host. What it reports arrives by lines, and what is to be sent leaves by
/// lines that the host answers.
actor HostTransport: ChatTransport {
  /// The highest number of lines that wait for the host's answer.
  private static let most = 16

  private let abilities: HostAbilities
  private let writer: LineWriter
  /// The time after which a line that the host has not answered is repeated.
  private let patience: Duration
  private var rooms: [RoomID: ChatRoom] = [:]
  private var isConnected = false
  private var isClosed = false
  /// What waits for an answer, by the identifier of its content.
  private var waiting: [String: [CheckedContinuation<MessageID, any Error>]] = [:]
  /// What waits until fewer lines wait for an answer.
  private var queue: [CheckedContinuation<Void, Never>] = []
  private let listeners = Multicast<ChatEvent>()

  init(_ abilities: HostAbilities, writer: LineWriter, patience: Duration) {
    self.abilities = abilities
    self.writer = writer
    self.patience = patience
  }

  // MARK: What the host reports

  func add(_ room: ChatRoom) { rooms[room.id] = room }

  func remove(_ room: RoomID) { rooms[room] = nil }

  func setConnected(_ isUp: Bool) {
    isConnected = isUp
    if !isUp { failAll() }
    listeners.tell(isUp ? .connected : .disconnected)
  }

  /// Takes the answer to a line. An answer for which nothing waits, such as a repeated one, has no effect.
  func answer(_ id: String, _ result: Result<MessageID, ChatTransportError>) {
    for continuation in waiting.removeValue(forKey: id) ?? [] { continuation.resume(with: result.mapError { $0 }) }
    admit()
  }

  // MARK: The transport

  func rooms() async throws -> [ChatRoom] { rooms.values.sorted { $0.id.rawValue < $1.id.rawValue } }

  /// The host gives each message until it was acknowledged, so there is nothing to be asked for.
  func history(of room: RoomID) async throws -> [ChatMessage] {
    guard isConnected else { throw ChatTransportError.disconnected }
    return []
  }

  func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID {
    try await send(content, to: room, replacing: nil)
  }

  func send(_ content: ChatContent, to room: RoomID, insteadOf lost: MessageID) async throws -> MessageID {
    try await send(content, to: room, replacing: nil, insteadOf: lost)
  }

  func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
    try await send(content, to: room, replacing: abilities.edits ? message : nil)
  }

  func events() async -> AsyncStream<ChatEvent> { listeners.listen() }

  func close() async {
    isClosed = true
    failAll()
    listeners.finish()
  }

  private func send(
    _ content: ChatContent, to room: RoomID, replacing message: MessageID?, insteadOf lost: MessageID? = nil
  ) async throws -> MessageID {
    let text = abilities.links ? content.text : content.plainText
    if let limit = abilities.textBytes, text.utf8.count > limit { throw ChatTransportError.tooLarge(limit: limit) }
    var line: JSONValue = ["type": "send", "room": .string(room.rawValue), "text": .string(text)]
    if abilities.links { line.add("link", content.link) }
    line.add("replaces", message?.rawValue)
    line.add("instead_of", lost?.rawValue)
    // The same content always has the same identifier. After a crash the host can therefore tell whether it was sent.
    let id = Base64URL.encode(try SHA256.hash(line.encoded())[..<24])
    line.add("send", id)
    while waiting.count >= Self.most { await withCheckedContinuation { queue.append($0) } }
    guard isConnected, !isClosed else {
      admit()
      throw ChatTransportError.disconnected
    }
    guard rooms[room] != nil else {
      admit()
      throw ChatTransportError.unknownRoom
    }
    let (writer, patience, asked) = (writer, patience, line)
    let repeating = Task {
      while !Task.isCancelled {
        await writer.write(asked)
        try await Task.sleep(for: patience)
      }
    }
    defer { repeating.cancel() }
    return try await withCheckedThrowingContinuation { waiting[id, default: []].append($0) }
  }

  /// Lets the next sender go on.
  private func admit() {
    if !queue.isEmpty { queue.removeFirst().resume() }
  }

  private func failAll() {
    for continuation in exchange(&waiting, with: [:]).values.joined() {
      continuation.resume(throwing: ChatTransportError.disconnected)
    }
    for continuation in exchange(&queue, with: []) { continuation.resume() }
  }
}

extension JSONValue {
  /// Adds a member to an object, if there is a value.
  mutating func add(_ name: String, _ text: String?) {
    if let text { add(name, .string(text)) }
  }

  /// Adds a member to an object.
  mutating func add(_ name: String, _ value: JSONValue) {
    guard case .object(var object) = self else { return }
    object[name] = value
    self = .object(object)
  }
}
