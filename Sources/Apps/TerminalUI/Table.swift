/// A table with a title for each column.
///
/// Cells are made safe with ``SafeText`` when the lines are formatted. For a terminal the columns are aligned and fit
/// its width. For a file or a pipe the fields are separated by tabs, with one line per row and the titles first.
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

  /// A column.
  package struct Column: Sendable {
    /// The heading.
    package let title: String
    /// The alignment of the column's cells.
    package let alignment: Alignment
    /// The treatment of cells that are too wide.
    package let overflow: Overflow

    /// Creates a column.
    package init(_ title: String, _ alignment: Alignment = .left, overflow: Overflow = .keep) {
      self.title = title
      self.alignment = alignment
      self.overflow = overflow
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

  /// Returns a line of titles, a line under them, and the rows. The columns are two spaces apart.
  ///
  /// - Parameter width: the number of columns of the terminal. Cells that must stay complete may exceed it.
  package func alignedLines(width: Int) -> [String] {
    TableLayout(columns: columns, rows: safeRows(), width: width).lines()
  }

  private func safeRows() -> [[String]] {
    rows.map { row in columns.indices.map { $0 < row.count ? SafeText(row[$0]).text : "" } }
  }
}
