/// A text to show above the line that is being typed.
enum EditorMessage: Sendable {
  /// A single line, which is written unchanged.
  case line(String)
  /// Rows that replace the last rows of this kind and everything that was written below them.
  case rows([String], replacing: Int)
  /// Rows that are written after the window was cleared.
  case window([String])

  /// The lines only, for an output where nothing can be replaced.
  var lines: [String] {
    switch self {
    case .line(let line): [line]
    case .rows(let rows, _), .window(let rows): rows
    }
  }
}

/// Writes messages. The cursor must be at the beginning of the row below them. It remembers how far above the cursor
/// the replaceable rows end.
struct EditorMessageDrawing {
  /// The number of rows that were written after the replaceable rows, such as typed lines and lists of words.
  private(set) var rowsBelow = 0

  /// Records that other rows were written.
  mutating func wrote(rows: Int) { rowsBelow += rows }

  /// Returns the text that shows the messages.
  ///
  /// - Parameter width: the number of columns of the window.
  mutating func text(_ messages: [EditorMessage], width: Int) -> String {
    var text = ""
    for message in messages {
      switch message {
      case .line(let line):
        rowsBelow += Self.rows(of: line, width: width)
        text += line + "\n"
      case .rows(let rows, let count):
        let up = count + rowsBelow
        // The number may exceed the height of the window, because the cursor stops at the top.
        text += "\r" + (up > 0 ? "\u{1B}[\(up)A\u{1B}[J" : "") + rows.map { $0 + "\n" }.joined()
        rowsBelow = 0
      case .window(let rows):
        text += "\u{1B}[H\u{1B}[2J" + rows.map { $0 + "\n" }.joined()
        rowsBelow = 0
      }
    }
    return text
  }

  /// Returns the number of rows that a line takes in a window.
  static func rows(of line: String, width: Int) -> Int {
    max(1, (DisplayWidth.columns(line) + width - 1) / max(1, width))
  }
}
