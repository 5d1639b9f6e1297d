import ChatPayments
import MessagingAPI
import TerminalUI

/// Where a chat is shown.
protocol ChatScreen: Sendable {
  /// Shows something, or what it has become.
  mutating func show(_ item: any ScreenItem, as entry: ScreenEntry)
  /// Shows something again that may have left the window.
  mutating func showAgain(_ item: any ScreenItem, as entry: ScreenEntry)
  /// Says something of the program's own.
  mutating func say(_ remark: Remark)
  /// What was typed is done with, and the window may have another size.
  mutating func refresh()
}

/// Something that is shown, and may change.
protocol ScreenItem: Sendable {
  /// What must differ for it to be worth showing once more.
  var milestone: String { get }
  /// It in one line, for a log.
  var line: String { get }
  /// It on a terminal, no row wider than the window.
  func rows(width: Int, style: TextStyle) -> [String]
}

/// What stands on a screen, by what it is of.
enum ScreenEntry: Sendable, Hashable {
  case message(RoomID, MessageID)
  case card(CardKey)
  /// What an app wants delivered.
  case request(PaymentMessageID)
  /// An app that wants to be let in.
  case pairing(String)
  case remark(Int)
}
