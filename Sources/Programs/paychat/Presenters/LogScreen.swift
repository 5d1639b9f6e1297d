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
