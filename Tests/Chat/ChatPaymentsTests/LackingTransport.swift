import ChatPayments

/// A network that lacks something which cards can do without, at a price that chapter 14.7 tells.
struct LackingTransport: ChatTransport {
  enum Lack: String, CaseIterable, Sendable {
    /// One's own messages cannot be edited: each change is another message.
    case edits
    /// A message is nothing but text, so the link stands at its end.
    case links
    /// A device is not told what the person's other devices have sent.
    case ownMessages
    /// A device gets only what is said while it listens.
    case history
  }

  let base: any ChatTransport
  let me: PersonID
  let lack: Lack?

  func rooms() async throws -> [ChatRoom] { try await base.rooms() }

  func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID {
    try await base.send(lack == .links ? ChatContent(text: content.plainText) : content, to: room)
  }

  func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
    if lack == .edits { return try await send(content, to: room) }
    return try await base.edit(message, in: room, to: lack == .links ? ChatContent(text: content.plainText) : content)
  }

  func history(of room: RoomID) async throws -> [ChatMessage] {
    lack == .history ? [] : try await base.history(of: room).compactMap(asHeard)
  }

  func events() async -> AsyncStream<ChatEvent> {
    let events = await base.events()
    let (stream, continuation) = AsyncStream.makeStream(of: ChatEvent.self)
    let forwarding = Task {
      for await event in events {
        guard case .message(let message) = event else {
          continuation.yield(event)
          continue
        }
        if let heard = asHeard(message) { continuation.yield(.message(heard)) }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in forwarding.cancel() }
    return stream
  }

  func close() async { await base.close() }

  private func asHeard(_ message: ChatMessage) -> ChatMessage? {
    switch lack {
    case .ownMessages where message.from == me: nil
    case .links:
      ChatMessage(
        id: message.id, room: message.room, from: message.from,
        content: ChatContent(plainText: message.content.plainText), sentAt: message.sentAt, revision: message.revision)
    default: message
    }
  }
}
