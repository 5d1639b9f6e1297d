import TerminalUI

/// A screen of bubbles above the line that is being typed. An item that changes is redrawn in place while it is in the
/// window. If it has scrolled out of the window, it is shown again below.
struct LiveScreen: ChatScreen {
  private struct Shown {
    let entry: ScreenEntry
    var item: any ScreenItem
    var rows: [String]
  }

  /// The number of rows that are reserved for the line being typed.
  private static let typing = 3

  private let editor: LineEditor
  private let terminal: Terminal
  private let style: TextStyle
  private var width: Int
  private var height: Int
  /// The items in the window, the oldest first. Items that do not fit are removed.
  private var shown: [Shown] = []
  private var remarks = 0
  /// The milestone of each item when it was last shown.
  private var milestones: [ScreenEntry: String] = [:]

  init(editor: LineEditor, terminal: Terminal) {
    self.editor = editor
    self.terminal = terminal
    style = TextStyle(isEnabled: terminal.allowsColor())
    width = terminal.width()
    height = terminal.height()
  }

  mutating func show(_ item: any ScreenItem, as entry: ScreenEntry) {
    let isNews = milestones.updateValue(item.milestone, forKey: entry) != item.milestone
    put(item, entry, isNews: isNews)
  }

  mutating func showAgain(_ item: any ScreenItem, as entry: ScreenEntry) {
    if let index = shown.firstIndex(where: { $0.entry == entry }), !isInWindow(index) {
      shown.removeFirst(index + 1)
    }
    put(item, entry, isNews: true)
  }

  mutating func say(_ remark: Remark) {
    remarks += 1
    put(remark, .remark(remarks), isNews: true)
  }

  mutating func refresh() {
    guard width != terminal.width() || height != terminal.height() else { return editor.redrawAbove([]) }
    // Terminals differ in how they rearrange rows after a change of size, so everything is redrawn.
    (width, height) = (terminal.width(), terminal.height())
    for index in shown.indices { shown[index].rows = shown[index].item.rows(width: width, style: style) }
    forget()
    editor.redrawWindow(shown.flatMap(\.rows))
  }

  private mutating func put(_ item: any ScreenItem, _ entry: ScreenEntry, isNews: Bool) {
    if width != terminal.width() || height != terminal.height() { refresh() }
    let rows = item.rows(width: width, style: style)
    guard let index = shown.firstIndex(where: { $0.entry == entry }) else {
      guard isNews else { return }
      return append(Shown(entry: entry, item: item, rows: rows))
    }
    guard shown[index].rows != rows else { return }
    guard isInWindow(index) else {
      guard isNews else { return }
      // The items above this one have scrolled out of the window too.
      shown.removeFirst(index + 1)
      return append(Shown(entry: entry, item: item, rows: rows))
    }
    let below = rowCount(from: index)
    shown[index].item = item
    shown[index].rows = rows
    editor.redrawAbove(shown[index...].flatMap(\.rows), replacing: below)
    forget()
  }

  private func rowCount(from index: Int) -> Int { shown[index...].reduce(0) { $0 + $1.rows.count } }

  private func isInWindow(_ index: Int) -> Bool { rowCount(from: index) <= height - Self.typing }

  private mutating func append(_ entry: Shown) {
    shown.append(entry)
    editor.redrawAbove(entry.rows)
    forget()
  }

  /// Removes the items that have certainly scrolled out of the window.
  private mutating func forget() {
    var rows = 0
    let kept = shown.reversed().prefix { entry in
      defer { rows += entry.rows.count }
      return rows < height
    }
    shown.removeFirst(shown.count - kept.count)
  }
}
