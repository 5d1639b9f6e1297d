import TerminalUI

/// A remark that the program makes by itself or on request.
enum Remark: ScreenItem {
  /// Sentences in a form that is safe to show.
  case lines([String], TextStyle.Tone)
  case table(Table)
  case facts(KeyValueList)
  /// Commands and their descriptions.
  case help([(usage: String, abstract: String)])

  /// Creates a remark from a sentence.
  static func line(_ text: String, _ tone: TextStyle.Tone = .faint) -> Remark { .lines([SafeText(text).text], tone) }

  /// Creates a remark that explains a failure and gives advice.
  static func failure(_ failure: CommandFailure) -> Remark {
    .lines(
      [SafeText(failure.message).text] + (failure.advice.map { [SafeText($0, limit: 2000).text] } ?? []), .warning)
  }

  /// Returns the rows on a terminal, none of which is wider than the window.
  func rows(width: Int, style: TextStyle) -> [String] {
    switch self {
    case .table(let table): cut(table.alignedLines(width: width - 1), width)
    case .facts(let facts): cut(facts.alignedLines(width: width - 1), width)
    case .help(let commands): help(commands, width: width, style: style)
    case .lines(let lines, let tone):
      lines.enumerated().flatMap { index, line in
        TextWrapping.rows(line, columns: max(1, width - 3)).enumerated().map { row, text in
          (index + row == 0 ? "· " : "  ") + style.text(text, tone)
        }
      }
    }
  }

  var line: String { lines.joined(separator: " ") }
  var milestone: String { line }

  /// The lines for a log.
  var lines: [String] {
    switch self {
    case .lines(let lines, _): lines.map { "* " + $0 }
    case .table(let table): table.tabSeparatedLines()
    case .facts(let facts): facts.tabSeparatedLines()
    case .help(let commands): commands.map { "\($0.usage)\t\($0.abstract)" }
    }
  }

  /// Formats commands in two columns if the window is wide enough.
  private func help(_ commands: [(usage: String, abstract: String)], width: Int, style: TextStyle) -> [String] {
    let widest = commands.map { DisplayWidth.columns($0.usage) }.max() ?? 0
    let rest = width - 1 - widest - 2
    return commands.flatMap { command -> [String] in
      guard rest >= 30 else {
        return TextWrapping.rows(command.usage, columns: width - 1).map { style.text($0, .strong) }
          + TextWrapping.rows(command.abstract, columns: width - 3).map { "  " + $0 }
      }
      let padding = String(repeating: " ", count: widest - DisplayWidth.columns(command.usage) + 2)
      let blank = String(repeating: " ", count: widest + 2)
      return TextWrapping.rows(command.abstract, columns: rest).enumerated().map { index, row in
        (index == 0 ? style.text(command.usage, .strong) + padding : blank) + row
      }
    }
  }

  /// Breaks rows that are too wide, because cells that must not be shortened can exceed the width of the window.
  private func cut(_ rows: [String], _ width: Int) -> [String] {
    rows.flatMap { row -> [String] in
      var (rest, pieces) = (row[...], [String]())
      while DisplayWidth.columns(String(rest)) >= width, width > 3 {
        let piece = DisplayWidth.prefix(String(rest), columns: width - 1)
        pieces.append(String(piece))
        rest = rest.dropFirst(piece.count)
      }
      return pieces + [String(rest)]
    }
  }
}
