import ChatPayments
import PaymentsModel
import TestSupport

/// A chat with one room of two people: the person of the wallet, and somebody else. What it delivers may be lost, late or
/// doubled, and it may be away for a while; its history has everything that was ever sent.
///
/// `@unchecked Sendable`: the simulation has one thread.
final class SimulatedChatNetwork: ChatTransport, @unchecked Sendable {
  /// What becomes of a message, beside that the history has it.
  enum Fate: CaseIterable {
    case lost
    case twice
    /// It is delivered after the next one.
    case late
    /// Its sender is not told that the network has it.
    case unanswered
  }

  static let person = PersonID("alice")
  static let other = PersonID("bob")
  private static let room = RoomID("room")

  private(set) var messages: [ChatMessage] = []
  private var late: [ChatMessage] = []
  private var listener: AsyncStream<ChatEvent>.Continuation?
  /// What becomes of the next messages, the last one first.
  var fates: [Fate] = []
  /// Whether the person of the wallet is cut off from it.
  private(set) var isAway = false
  /// Hears what the person of the wallet says.
  var hear: (ChatMessage) -> Void = { _ in }

  /// The room as one of the two sees it.
  static func room(of person: PersonID) -> ChatRoom {
    ChatRoom(
      id: room, name: "room", me: person,
      members: [Self.person, other].map { ChatRoom.Member(id: $0, name: $0.rawValue) })
  }

  /// Cuts the person of the wallet off, or connects them again.
  func cut(_ isAway: Bool) {
    self.isAway = isAway
    listener?.yield(isAway ? .disconnected : .connected)
  }

  /// Sends something in the name of one of the two, or replaces what a message says.
  func put(_ content: ChatContent, from person: PersonID, as id: MessageID? = nil) -> (id: MessageID, fate: Fate?) {
    let index = id.flatMap { id in messages.firstIndex { $0.id == id && $0.from == person } }
    let before = index.map { messages[$0] }
    let now = Scheduler.timestamp
    let message = ChatMessage(
      id: before?.id ?? MessageID("\(messages.count + 1)"), room: Self.room, from: person, content: content,
      sentAt: before?.sentAt ?? now, revision: before.map { $0.revision + 1 } ?? 0)
    if let index { messages[index] = message } else { messages.append(message) }
    let fate = fates.popLast()
    deliver(message, fate)
    return (message.id, fate)
  }

  private func deliver(_ message: ChatMessage, _ fate: Fate?) {
    switch fate {
    case .lost: return
    case .late: return late.append(message)
    case .twice: arrive(message)
    case .unanswered, nil: break
    }
    arrive(message)
    let waiting = late
    late = []
    for message in waiting { arrive(message) }
  }

  private func arrive(_ message: ChatMessage) {
    guard message.from == Self.other else { return hear(message) }
    if !isAway { listener?.yield(.message(message)) }
  }

  // MARK: What the person's own chat does

  private func connected() throws(ChatTransportError) {
    if isAway { throw .disconnected }
  }

  func rooms() async throws -> [ChatRoom] {
    try connected()
    return [Self.room(of: Self.person)]
  }

  func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID { try say(content) }

  func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
    try say(content, as: message)
  }

  private func say(_ content: ChatContent, as id: MessageID? = nil) throws(ChatTransportError) -> MessageID {
    try connected()
    let (id, fate) = put(content, from: Self.person, as: id)
    if fate == .unanswered { throw .disconnected }
    return id
  }

  func history(of room: RoomID) async throws -> [ChatMessage] {
    try connected()
    return messages
  }

  func events() async -> AsyncStream<ChatEvent> {
    // Whoever listened before has ended.
    let (stream, continuation) = AsyncStream.makeStream(of: ChatEvent.self)
    listener = continuation
    return stream
  }

  func close() async { listener?.finish() }
}
