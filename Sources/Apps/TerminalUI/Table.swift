import PaymentsModel

/// A table with a title for each column.
///
/// Cells are made safe with ``SafeText`` when the lines are formatted. For a file or a pipe the fields are separated by
/// tabs, with one line per row and the titles first, and cells are as they were given, so that programs can rely on
/// them. For a terminal the cells are shown as people read them, and the table fits the width: columns are narrowed, then
/// left out, and if that is not enough each row becomes a list of its own.
package struct Table: Sendable {
  /// The alignment of a column's cells.
  package enum Alignment: Sendable {
    /// The alignment for text.
    case left
    /// The alignment for numbers.
    case right
  }

  /// The treatment of a cell that is too wide.
  package enum Overflow: Sendable {
    /// The cell stays complete, for example because it is an identifier that will be copied.
    case keep
    /// The end of the cell is replaced by `…`.
    case truncate
    /// The cell continues on the next line of the row.
    case wrap
  }

  /// How people read the cells of a column on a terminal.
  package enum Reading: Sendable {
    /// The cells are shown as they are.
    case asGiven
    /// The cells are identifiers, of which as much is shown as tells them apart; see
    /// ``PaymentsModel/PartialIdentifier``.
    case identifier
    /// The cells are words of programs, and this returns what people read.
    case words(@Sendable (String) -> String)
  }

  /// How much a column is worth in a window that is too narrow for all.
  package enum Importance: Sendable, Comparable {
    /// The column is left out first.
    case extra
    /// The column is left out once those that are extra are gone.
    case useful
    /// The column is always there.
    case essential
  }

  /// A column.
  package struct Column: Sendable {
    /// The heading.
    package private(set) var title: String
    /// The alignment of the column's cells.
    package let alignment: Alignment
    /// The treatment of cells that are too wide.
    package let overflow: Overflow
    /// How much the column is worth in a narrow window.
    package let importance: Importance
    /// How people read the cells.
    package let reading: Reading

    /// Creates a column.
    package init(
      _ title: String, _ alignment: Alignment = .left, overflow: Overflow = .keep, importance: Importance = .essential,
      reading: Reading = .asGiven
    ) {
      self.title = title
      self.alignment = alignment
      self.overflow = overflow
      self.importance = importance
      self.reading = reading
    }

    /// The column with its heading in the language of the person; programs read the heading as it is.
    fileprivate var localized: Column {
      var column = self
      column.title = DisplayText.localized(text: title)
      return column
    }
  }

  /// The columns, from left to right.
  package let columns: [Column]
  /// The rows, with a cell for each column. Missing cells are empty.
  package private(set) var rows: [[String]]

  /// Creates a table.
  package init(_ columns: [Column], rows: [[String]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Adds a row at the end.
  package mutating func append(_ row: [String]) {
    rows.append(row)
  }

  /// Returns the lines to write to a stream, aligned on a terminal and otherwise separated by tabs.
  package func lines(for terminal: Terminal, _ stream: Terminal.Stream = .output) -> [String] {
    terminal.isTTY(stream) ? alignedLines(width: terminal.width(stream)) : tabSeparatedLines()
  }

  /// Returns a line of titles and a line for each row, with the fields separated by tabs.
  package func tabSeparatedLines() -> [String] {
    ([columns.map(\.title)] + safeRows()).map { $0.joined(separator: "\t") }
  }

  /// Returns the lines for a terminal: a line of titles, a line under them, and the rows, with the columns two spaces
  /// apart. Where even the narrowest form is too wide, each row is a list with a line for each cell.
  ///
  /// - Parameter width: the number of columns of the terminal. Only a single cell that must stay complete may exceed it.
  package func alignedLines(width: Int) -> [String] {
    let (columns, rows) = (columns.map(\.localized), readableRows())
    // A column that says nothing is not shown, unless it is essential.
    var shown = columns.indices.filter { place in
      columns[place].importance == .essential || rows.contains { !$0[place].isEmpty }
    }
    func layout(narrowest: Int) -> TableLayout {
      TableLayout(
        columns: shown.map { columns[$0] }, rows: rows.map { row in shown.map { row[$0] } }, width: width,
        narrowest: narrowest)
    }
    while let least = shown.map({ columns[$0].importance }).min(), least != .essential {
      let comfortable = layout(narrowest: 12)
      if comfortable.fits { return comfortable.lines() }
      if let place = shown.lastIndex(where: { columns[$0].importance == least }) { shown.remove(at: place) }
    }
    let narrow = layout(narrowest: 8)
    return narrow.fits || rows.isEmpty ? narrow.lines() : Self.stacked(rows, of: columns, width: width)
  }

  /// Returns a list for each row, with an empty line between them.
  private static func stacked(_ rows: [[String]], of columns: [Column], width: Int) -> [String] {
    let lists = rows.map { row -> [String] in
      var list = KeyValueList()
      for (column, cell) in zip(columns, row) where !cell.isEmpty {
        list.append(column.title.prefix(1) + column.title.dropFirst().lowercased(), cell)
      }
      return list.alignedLines(width: width)
    }
    return Array(lists.joined(separator: [""]))
  }

  private func safeRows() -> [[String]] {
    rows.map { row in columns.indices.map { $0 < row.count ? SafeText(row[$0]).text : "" } }
  }

  /// The rows as people read them.
  private func readableRows() -> [[String]] {
    var readable = safeRows()
    for (place, column) in columns.enumerated() {
      switch column.reading {
      case .asGiven: break
      case .identifier:
        let short = PartialIdentifier.shortened(readable.map { $0[place] })
        for row in readable.indices { readable[row][place] = short[readable[row][place]] ?? readable[row][place] }
      case .words(let words):
        for row in readable.indices { readable[row][place] = SafeText(words(readable[row][place])).text }
      }
    }
    return readable
  }
}
