/// Computes the width of each column and formats the cells.
package struct TableLayout {
  private static let gap = 2
  private let columns: [Table.Column]
  private let rows: [[String]]
  private let widths: [Int]
  /// Whether the rows are no wider than the terminal.
  let fits: Bool

  /// Creates a layout.
  ///
  /// - Parameter narrowest: the smallest width to which a column is reduced.
  init(columns: [Table.Column], rows: [[String]], width: Int, narrowest: Int) {
    self.columns = columns
    self.rows = rows
    var widths = columns.indices.map { index in
      rows.reduce(DisplayWidth.columns(columns[index].title)) { max($0, DisplayWidth.columns($1[index])) }
    }
    var excess = widths.reduce(0, +) + Self.gap * max(0, columns.count - 1) - width
    // The widest column that can be reduced is reduced first, so that narrow columns stay readable.
    while excess > 0 {
      let candidates = columns.indices.filter { columns[$0].overflow != .keep && widths[$0] > narrowest }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      let next = candidates.filter { $0 != widest }.map { widths[$0] }.max() ?? narrowest
      let step = min(excess, max(1, widths[widest] - max(next, narrowest)))
      widths[widest] -= step
      excess -= step
    }
    self.widths = widths
    fits = excess <= 0
  }

  func lines() -> [String] {
    // A title may be wider than what is left of its column.
    let titles = rowLines(columns.indices.map { Self.wrapped(columns[$0].title, columns: widths[$0]) })
    let underline = line(widths.map { String(repeating: "─", count: $0) })
    return titles + [underline] + rows.flatMap(lines(of:))
  }

  private func lines(of row: [String]) -> [String] {
    let cells = columns.indices.map { index -> [String] in
      switch columns[index].overflow {
      case .keep: [row[index]]
      case .truncate: [DisplayWidth.truncated(row[index], columns: widths[index])]
      case .wrap: Self.wrapped(row[index], columns: widths[index])
      }
    }
    return rowLines(cells)
  }

  private func rowLines(_ cells: [[String]]) -> [String] {
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
  package static func wrapped(_ text: String, columns limit: Int) -> [String] {
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

  /// Returns rows that are broken at spaces only, so that an address or a command's word can be copied. Each row begins
  /// with the spaces of the text's beginning.
  package static func paragraph(_ text: String, columns limit: Int) -> [String] {
    guard DisplayWidth.columns(text) > limit else { return [text] }
    let indent = String(text.prefix { $0 == " " })
    var rows: [String] = []
    var row = ""
    for word in text.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false) {
      let longer = row.isEmpty ? indent + word : row + " " + word
      if !row.isEmpty, DisplayWidth.columns(longer) > limit {
        rows.append(row)
        row = indent + word
      } else {
        row = longer
      }
    }
    return rows + [row]
  }
}

extension Terminal {
  /// Writes texts for people, each in as many rows as its words need in the window.
  ///
  /// - Throws: the errors of ``Terminal/write(_:to:)-(String,_)``.
  package func writeParagraphs(_ texts: [String], to stream: Stream) throws(TerminalError) {
    let width = width(stream)
    try writeLines(
      isTTY(stream) ? texts.flatMap { TextWrapping.paragraph($0, columns: width) } : texts, to: stream)
  }
}
