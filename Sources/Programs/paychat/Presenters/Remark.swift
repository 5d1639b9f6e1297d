import TerminalUI

/// Something that the program says of its own accord, or was asked for.
enum Remark: ScreenItem {
  /// Sentences, safe to show.
  case lines([String], TextStyle.Tone)
  case table(Table)
  case facts(KeyValueList)
  /// Commands and what they do.
  case help([(usage: String, abstract: String)])

  /// A sentence.
  static func line(_ text: String, _ tone: TextStyle.Tone = .faint) -> Remark { .lines([SafeText(text).text], tone) }

  /// Why something was not done, and what to do.
  static func failure(_ failure: CommandFailure) -> Remark {
    .lines(
      [SafeText(failure.message).text] + (failure.advice.map { [SafeText($0, limit: 2000).text] } ?? []), .warning)
  }

  /// The rows on a terminal, none wider than it.
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

  /// In columns where there is room for two.
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

  /// Cells that must stay whole may be too wide: what is too wide for the window is broken where it ends.
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
