/// Breaks texts into rows of a terminal.
package enum TextWrapping {
  /// Rows no wider than the limit: broken at spaces where there are any, and inside a word that is too wide.
  package static func rows(_ text: String, columns limit: Int) -> [String] {
    TableLayout.wrapped(text, columns: max(1, limit))
  }
}
