/// Rows under titled columns.
///
/// Cells are made safe (``SafeText``) when they are laid out. For a terminal the columns are aligned and kept within
/// its width; for a file or a pipe the fields are separated by tabs, one line per row, the titles first.
package struct Table: Sendable {
  /// To which side the cells of a column are pushed.
  package enum Alignment: Sendable {
    /// Text.
    case left
    /// Numbers.
    case right
  }

  /// What happens to a cell that does not fit.
  package enum Overflow: Sendable {
    /// Nothing: the cell must stay whole, such as an identifier that is copied.
    case keep
    /// Its end is replaced by `…`.
    case truncate
    /// It goes on in the next line of the row.
    case wrap
  }

  /// A column.
  package struct Column: Sendable {
    /// The heading.
    package let title: String
    /// To which side its cells are pushed.
    package let alignment: Alignment
    /// What happens to a cell that does not fit.
    package let overflow: Overflow

    /// A column.
    package init(_ title: String, _ alignment: Alignment = .left, overflow: Overflow = .keep) {
      self.title = title
      self.alignment = alignment
      self.overflow = overflow
    }
  }

  /// The columns, from left to right.
  package let columns: [Column]
  /// The rows, each with a cell per column; missing cells are empty.
  package private(set) var rows: [[String]]

  /// A table.
  package init(_ columns: [Column], rows: [[String]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Adds a row at the end.
  package mutating func append(_ row: [String]) {
    rows.append(row)
  }

  /// The lines to write to a stream: aligned on a TTY, separated by tabs otherwise.
  package func lines(for terminal: Terminal, _ stream: Terminal.Stream = .output) -> [String] {
    terminal.isTTY(stream) ? alignedLines(width: terminal.width(stream)) : tabSeparatedLines()
  }

  /// One line of titles and one per row, the fields separated by tabs.
  package func tabSeparatedLines() -> [String] {
    ([columns.map(\.title)] + safeRows()).map { $0.joined(separator: "\t") }
  }

  /// A line of titles, a line under them, and the rows in columns two spaces apart.
  ///
  /// - Parameter width: the columns of the terminal; cells that must stay whole may exceed it.
  package func alignedLines(width: Int) -> [String] {
    TableLayout(columns: columns, rows: safeRows(), width: width).lines()
  }

  private func safeRows() -> [[String]] {
    rows.map { row in columns.indices.map { $0 < row.count ? SafeText(row[$0]).text : "" } }
  }
}
