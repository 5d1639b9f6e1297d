import TerminalUI

/// A screen to which lines are only ever appended: a file, a pipe, or a terminal that cannot be redrawn. A card is
/// written again when its milestone changes.
struct LogScreen: ChatScreen {
  private let width: Int
  private let write: @Sendable ([String]) -> Void
  /// The milestone of each item when it was last written.
  private var shown: [ScreenEntry: String] = [:]

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - width: the width of bubbles, which are drawn only on request.
  ///   - write: writes lines.
  init(width: Int = 80, write: @escaping @Sendable ([String]) -> Void) {
    self.width = width
    self.write = write
  }

  mutating func show(_ item: any ScreenItem, as entry: ScreenEntry) {
    guard shown.updateValue(item.milestone, forKey: entry) != item.milestone else { return }
    write([item.line])
  }

  mutating func showAgain(_ item: any ScreenItem, as entry: ScreenEntry) {
    write(item.rows(width: width, style: TextStyle(isEnabled: false)))
  }

  mutating func say(_ remark: Remark) { write(remark.lines) }

  mutating func refresh() {}
}
