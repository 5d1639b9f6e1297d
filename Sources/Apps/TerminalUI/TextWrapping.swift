/// Breaks texts into rows for a terminal.
package enum TextWrapping {
  /// Returns rows no wider than the limit. Texts are broken at spaces, and inside words that are too wide.
  package static func rows(_ text: String, columns limit: Int) -> [String] {
    TableLayout.wrapped(text, columns: max(1, limit))
  }
}
