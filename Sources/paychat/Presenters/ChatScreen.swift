import ChatPayments
import MessagingAPI
import TerminalUI

/// Where a chat is shown.
protocol ChatScreen: Sendable {
  /// Shows a message, or what it has become.
  mutating func show(_ message: MessageView, id: MessageID, in room: RoomID)
  /// Shows a card, or what it has become.
  mutating func show(_ card: CardView, key: CardKey)
  /// Shows what an app wants delivered, or what that has become.
  mutating func show(_ request: RequestView, id: PaymentMessageID)
  /// Shows a card that may have left the window.
  mutating func showAgain(_ card: CardView, key: CardKey)
  /// Says something of the program's own.
  mutating func say(_ remark: Remark)
  /// What was typed is done with, and the window may have another size.
  mutating func refresh()
}

/// What stands on a screen, by what it is of.
enum ScreenEntry: Sendable, Hashable {
  case message(RoomID, MessageID)
  case card(CardKey)
  case request(PaymentMessageID)
  case remark(Int)
}
