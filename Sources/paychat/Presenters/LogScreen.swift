import ChatPayments
import TerminalUI

/// A screen of lines that are only ever appended: a file, a pipe, a terminal on which nothing can be redrawn.
struct LogScreen: ChatScreen {
  private let write: @Sendable (String) -> Void
  /// What was said last of each entry.
  private var shown: [ScreenEntry: String] = [:]

  /// - Parameter write: writes a line.
  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  mutating func show(_ message: MessageView, id: MessageID, in room: RoomID) {
    append(message.line, .message(room, id), ifNew: message.line)
  }

  mutating func show(_ card: CardView, key: CardKey) { append(card.line, .card(key), ifNew: card.milestone) }

  mutating func say(_ remark: Remark) {
    for line in remark.lines { write(line) }
  }

  mutating func refresh() {}

  private mutating func append(_ line: String, _ entry: ScreenEntry, ifNew milestone: String) {
    guard shown.updateValue(milestone, forKey: entry) != milestone else { return }
    write(line)
  }
}
