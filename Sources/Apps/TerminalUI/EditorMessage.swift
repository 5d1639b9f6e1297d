/// Something to show above the line being typed.
enum EditorMessage: Sendable {
  /// A line of its own, as it is.
  case line(String)
  /// Rows in place of the last ones that were shown so, and of all that came to stand below those.
  case rows([String], replacing: Int)
  /// Rows on a window that is cleared.
  case window([String])

  /// The lines alone, for an output where nothing can be replaced.
  var lines: [String] {
    switch self {
    case .line(let line): [line]
    case .rows(let rows, _), .window(let rows): rows
    }
  }
}

/// Writes messages where the cursor stands at the beginning of the row below them, and keeps in mind how far above that
/// the rows end which can be replaced.
struct EditorMessageDrawing {
  /// Rows that others have written since: lines that were typed, lists of words.
  private(set) var rowsBelow = 0

  /// Others have written rows.
  mutating func wrote(rows: Int) { rowsBelow += rows }

  /// The text that shows the messages.
  ///
  /// - Parameter width: columns of the window.
  mutating func text(_ messages: [EditorMessage], width: Int) -> String {
    var text = ""
    for message in messages {
      switch message {
      case .line(let line):
        rowsBelow += Self.rows(of: line, width: width)
        text += line + "\n"
      case .rows(let rows, let count):
        let up = count + rowsBelow
        // More rows than the window has are no matter: the cursor stops at its top.
        text += "\r" + (up > 0 ? "\u{1B}[\(up)A\u{1B}[J" : "") + rows.map { $0 + "\n" }.joined()
        rowsBelow = 0
      case .window(let rows):
        text += "\u{1B}[H\u{1B}[2J" + rows.map { $0 + "\n" }.joined()
        rowsBelow = 0
      }
    }
    return text
  }

  /// How many rows a line takes in a window.
  static func rows(of line: String, width: Int) -> Int {
    max(1, (DisplayWidth.columns(line) + width - 1) / max(1, width))
  }
}
