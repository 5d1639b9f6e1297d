import AppTerminal
import TerminalUI

/// Something that the program says of its own accord, or was asked for.
enum Remark: Sendable {
  /// Sentences, safe to show.
  case lines([String], TextStyle.Tone)
  case table(Table)
  case facts(KeyValueList)

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
    case .lines(let lines, let tone):
      lines.enumerated().flatMap { index, line in
        TextWrapping.rows(line, columns: max(1, width - 3)).enumerated().map { row, text in
          (index + row == 0 ? "· " : "  ") + style.text(text, tone)
        }
      }
    }
  }

  /// The lines for a log.
  var lines: [String] {
    switch self {
    case .lines(let lines, _): lines.map { "* " + $0 }
    case .table(let table): table.tabSeparatedLines()
    case .facts(let facts): facts.tabSeparatedLines()
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
