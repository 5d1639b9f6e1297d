import ChatPayments

/// The messages that were shown last, so that they can be shown again when it is known what became of them.
struct ShownMessages: Sendable {
  private static let limit = 500

  private struct Name: Hashable {
    let room: RoomID
    let message: MessageID
  }

  private var messages: [Name: ChatMessage] = [:]
  private var order: [Name] = []

  /// Remembers a message, and forgets the oldest if there are too many.
  mutating func keep(_ message: ChatMessage) {
    let name = Name(room: message.room, message: message.id)
    if messages.updateValue(message, forKey: name) == nil { order.append(name) }
    if order.count > Self.limit { messages[order.removeFirst()] = nil }
  }

  /// Returns the rooms of the messages that were shown last.
  func latestRooms(_ count: Int) -> Set<RoomID> {
    var rooms: Set<RoomID> = []
    for name in order.reversed() where rooms.count < count { rooms.insert(name.room) }
    return rooms
  }

  /// Returns a message that was shown; `nil` if it is too old or was not shown.
  func message(_ message: MessageID, in room: RoomID) -> ChatMessage? {
    messages[Name(room: room, message: message)]
  }
}
