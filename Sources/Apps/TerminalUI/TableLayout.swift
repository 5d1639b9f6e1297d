/// Computes the width of each column and formats the cells.
struct TableLayout {
  private static let gap = 2
  /// The smallest width to which a column is reduced.
  private static let narrowest = 8

  private let columns: [Table.Column]
  private let rows: [[String]]
  private let widths: [Int]

  init(columns: [Table.Column], rows: [[String]], width: Int) {
    self.columns = columns
    self.rows = rows
    var widths = columns.indices.map { index in
      rows.reduce(DisplayWidth.columns(columns[index].title)) { max($0, DisplayWidth.columns($1[index])) }
    }
    var excess = widths.reduce(0, +) + Self.gap * max(0, columns.count - 1) - width
    // The widest column that can be reduced is reduced first, so that narrow columns stay readable.
    while excess > 0 {
      let candidates = columns.indices.filter { columns[$0].overflow != .keep && widths[$0] > Self.narrowest }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      let next = candidates.filter { $0 != widest }.map { widths[$0] }.max() ?? Self.narrowest
      let step = min(excess, max(1, widths[widest] - max(next, Self.narrowest)))
      widths[widest] -= step
      excess -= step
    }
    self.widths = widths
  }

  func lines() -> [String] {
    let titles = line(columns.map(\.title))
    let underline = line(widths.map { String(repeating: "─", count: $0) })
    return [titles, underline] + rows.flatMap(lines(of:))
  }

  private func lines(of row: [String]) -> [String] {
    let cells = columns.indices.map { index -> [String] in
      switch columns[index].overflow {
      case .keep: [row[index]]
      case .truncate: [DisplayWidth.truncated(row[index], columns: widths[index])]
      case .wrap: Self.wrapped(row[index], columns: widths[index])
      }
    }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { place in line(cells.map { place < $0.count ? $0[place] : "" }) }
  }

  private func line(_ cells: [String]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.columns(cell)))
      line += index == 0 ? "" : String(repeating: " ", count: Self.gap)
      line += columns[index].alignment == .left ? cell + padding : padding + cell
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// Breaks a text at spaces, and inside words that are too wide.
  static func wrapped(_ text: String, columns limit: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      var rest = String(word)
      if !current.isEmpty {
        if DisplayWidth.columns(current) + 1 + DisplayWidth.columns(rest) <= limit {
          current += " " + rest
          continue
        }
        lines.append(current)
        current = ""
      }
      while DisplayWidth.columns(rest) > limit {
        let piece = DisplayWidth.prefix(rest, columns: limit)
        // If a single character is wider than the limit, it is taken nevertheless, because the loop would not end
        // otherwise.
        let taken = piece.isEmpty ? rest.prefix(1) : piece
        lines.append(String(taken))
        rest = String(rest.dropFirst(taken.count))
      }
      current = rest
    }
    if !current.isEmpty || lines.isEmpty { lines.append(current) }
    return lines
  }
}

/// Breaks texts into rows for a terminal.
package enum TextWrapping {
  /// Returns rows no wider than the limit. Texts are broken at spaces, and inside words that are too wide.
  package static func rows(_ text: String, columns limit: Int) -> [String] {
    TableLayout.wrapped(text, columns: max(1, limit))
  }
}
