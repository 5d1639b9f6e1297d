import ChatPayments
import MessagingAPI
import TerminalUI

/// The output of a chat.
protocol ChatScreen: Sendable {
  /// Shows an item, or its new state if it was shown before.
  mutating func show(_ item: any ScreenItem, as entry: ScreenEntry)
  /// Shows an item again that may have scrolled out of the window.
  mutating func showAgain(_ item: any ScreenItem, as entry: ScreenEntry)
  /// Shows a remark of the program.
  mutating func say(_ remark: Remark)
  /// Redraws the screen after a line was typed, because the window may have a different size.
  mutating func refresh()
}

/// An item on the screen, whose content may change.
protocol ScreenItem: Sendable {
  /// The item is shown again only if this text changes.
  var milestone: String { get }
  /// The item in one line, for a log.
  var line: String { get }
  /// Returns the rows of the item on a terminal, none of which is wider than the window.
  func rows(width: Int, style: TextStyle) -> [String]
}

/// The identity of an item on the screen.
enum ScreenEntry: Sendable, Hashable {
  case message(RoomID, MessageID)
  case card(CardKey)
  /// A message that an app wants to have delivered.
  case request(PaymentMessageID)
  /// An app that asks to be approved.
  case pairing(String)
  case remark(Int)
}
