import ChatPayments
import MessagingAPI
import TerminalUI

/// A screen of bubbles above the line being typed. What changes is redrawn where it stands, for as long as it is in the
/// window; what has left it is shown again below.
struct LiveScreen: ChatScreen {
  private enum Content {
    case message(MessageView)
    case card(CardView)
    case request(RequestView)
    case remark(Remark)
  }

  private struct Shown {
    let entry: ScreenEntry
    var content: Content
    var rows: [String]
  }

  /// Rows that are left to the line being typed.
  private static let typing = 3

  private let editor: LineEditor
  private let terminal: Terminal
  private let style: TextStyle
  private var width: Int
  private var height: Int
  /// What the window shows, the oldest first; more than fits is forgotten.
  private var shown: [Shown] = []
  private var remarks = 0
  /// How far each card was when it was last shown.
  private var milestones: [ScreenEntry: String] = [:]

  init(editor: LineEditor, terminal: Terminal) {
    self.editor = editor
    self.terminal = terminal
    style = TextStyle(isEnabled: terminal.allowsColor())
    width = terminal.width()
    height = terminal.height()
  }

  mutating func show(_ message: MessageView, id: MessageID, in room: RoomID) {
    put(.message(message), .message(room, id))
  }

  mutating func show(_ card: CardView, key: CardKey) {
    let entry = ScreenEntry.card(key)
    let isNews = milestones.updateValue(card.milestone, forKey: entry) != card.milestone
    put(.card(card), entry, isNews: isNews)
  }

  mutating func show(_ request: RequestView, id: PaymentMessageID) { put(.request(request), .request(id)) }

  mutating func showAgain(_ card: CardView, key: CardKey) {
    let entry = ScreenEntry.card(key)
    if let index = shown.firstIndex(where: { $0.entry == entry }) {
      guard !isInWindow(index) else { return put(.card(card), entry) }
      shown.removeFirst(index + 1)
    }
    put(.card(card), entry)
  }

  mutating func say(_ remark: Remark) {
    remarks += 1
    put(.remark(remark), .remark(remarks))
  }

  mutating func refresh() {
    guard width != terminal.width() || height != terminal.height() else { return editor.redrawAbove([]) }
    // How the terminal has moved its rows about is its own matter: all is drawn anew.
    (width, height) = (terminal.width(), terminal.height())
    for index in shown.indices { shown[index].rows = rows(shown[index].content) }
    forget()
    editor.redrawWindow(shown.flatMap(\.rows))
  }

  private mutating func put(_ content: Content, _ entry: ScreenEntry, isNews: Bool = true) {
    if width != terminal.width() || height != terminal.height() { refresh() }
    let rows = rows(content)
    guard let index = shown.firstIndex(where: { $0.entry == entry }) else {
      guard isNews else { return }
      return append(Shown(entry: entry, content: content, rows: rows))
    }
    guard shown[index].rows != rows else { return }
    guard isInWindow(index) else {
      guard isNews else { return }
      // What stands above it has left the window as well.
      shown.removeFirst(index + 1)
      return append(Shown(entry: entry, content: content, rows: rows))
    }
    let below = rowCount(from: index)
    shown[index].content = content
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

  /// Forgets what has certainly left the window.
  private mutating func forget() {
    var rows = 0
    let kept = shown.reversed().prefix { entry in
      defer { rows += entry.rows.count }
      return rows < height
    }
    shown.removeFirst(shown.count - kept.count)
  }

  private func rows(_ content: Content) -> [String] {
    switch content {
    case .message(let message): message.rows(width: width, style: style)
    case .card(let card): card.bubble.rows(width: width, style: style)
    case .request(let request): request.bubble.rows(width: width, style: style)
    case .remark(let remark): remark.rows(width: width, style: style)
    }
  }
}
