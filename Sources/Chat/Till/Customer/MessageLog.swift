import ChatPayments
import PaymentsModel

/// The messages of a conversation that were read. A message is read once, however often a transport delivers it and
/// whenever the till was ended.
struct MessageLog: Sendable, Hashable, Codable {
  private struct Entry: Sendable, Hashable, Codable {
    let id: MessageID
    let sentAt: Timestamp
  }

  /// The number of messages that are remembered one by one. It is larger than the history of any transport.
  static let maximum = 1000

  private var entries: [Entry] = []
  /// Messages from before this moment count as read.
  private var floor: Timestamp

  init(after floor: Timestamp) { self.floor = floor }

  /// Remembers a message, and returns whether it is new.
  mutating func note(_ message: ChatMessage) -> Bool {
    guard message.sentAt >= floor, !entries.contains(where: { $0.id == message.id }) else { return false }
    entries.append(Entry(id: message.id, sentAt: message.sentAt))
    if entries.count > Self.maximum {
      entries.sort { $0.sentAt < $1.sentAt }
      let dropped = entries.removeFirst()
      // Two messages can have been sent in the same millisecond.
      floor = max(floor, Timestamp(milliseconds: dropped.sentAt.milliseconds + 1))
      entries.removeAll { $0.sentAt < floor }
    }
    return true
  }
}
