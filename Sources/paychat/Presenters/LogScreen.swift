import ChatPayments
import MessagingAPI
import TerminalUI

/// A screen of lines that are only ever appended: a file, a pipe, a terminal on which nothing can be redrawn. A card is
/// written once more when it has changed in a way that matters.
struct LogScreen: ChatScreen {
  private let width: Int
  private let write: @Sendable ([String]) -> Void
  /// What was said last of each entry.
  private var shown: [ScreenEntry: String] = [:]

  /// - Parameters:
  ///   - width: for bubbles, which are drawn only when they are asked for.
  ///   - write: writes lines.
  init(width: Int = 80, write: @escaping @Sendable ([String]) -> Void) {
    self.width = width
    self.write = write
  }

  mutating func show(_ message: MessageView, id: MessageID, in room: RoomID) {
    append(message.line, .message(room, id), ifNew: message.line)
  }

  mutating func show(_ card: CardView, key: CardKey) { append(card.line, .card(key), ifNew: card.milestone) }

  mutating func show(_ request: RequestView, id: PaymentMessageID) {
    append(request.line, .request(id), ifNew: request.milestone)
  }

  mutating func showAgain(_ card: CardView, key: CardKey) {
    write(card.bubble.rows(width: width, style: TextStyle(isEnabled: false)))
  }

  mutating func say(_ remark: Remark) { write(remark.lines) }

  mutating func refresh() {}

  private mutating func append(_ line: String, _ entry: ScreenEntry, ifNew milestone: String) {
    guard shown.updateValue(milestone, forKey: entry) != milestone else { return }
    write([line])
  }
}
