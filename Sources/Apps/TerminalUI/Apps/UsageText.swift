/// What the parser of arguments says, in rows that fit the window.
package enum UsageText {
  /// Returns the rows of a text. What stands in brackets with a space, such as `[--state <state>]`, and an option with its
  /// value stay in one row; rows after the first begin below the first word after `Usage:`.
  package static func rows(_ text: String, columns: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      let line = String(line)
      guard DisplayWidth.columns(line) > columns else { return [line] }
      guard line.hasPrefix(usage) else { return TextWrapping.paragraph(line, columns: columns) }
      let rest = together(String(line.dropFirst(usage.count)))
      let margin = String(repeating: " ", count: usage.count)
      return TextWrapping.paragraph(rest, columns: max(1, columns - usage.count)).enumerated().map { place, row in
        (place == 0 ? usage : margin) + row.replacing(joint, with: " ")
      }
    }
  }

  private static let usage = "Usage: "
  /// Stands for a space at which no row ends.
  private static let joint = "\u{A0}"

  /// The synopsis with such spaces inside brackets, and between an option and its value.
  private static func together(_ synopsis: String) -> String {
    var (text, depth, before) = ("", 0, "")
    for word in synopsis.split(separator: " ", omittingEmptySubsequences: false) {
      let isValue = before.hasPrefix("--") && word.hasPrefix("<")
      text += text.isEmpty ? "" : depth > 0 || isValue ? joint : " "
      text += word
      depth += word.count { $0 == "[" } - word.count { $0 == "]" }
      before = String(word)
    }
    return text
  }
}

extension Terminal {
  /// Writes what the parser of arguments says of help or of wrong usage.
  ///
  /// - Throws: the errors of ``Terminal/write(_:to:)-(String,_)``.
  package func writeUsage(_ text: String, to stream: Stream) throws(TerminalError) {
    try writeLines(isTTY(stream) ? UsageText.rows(text, columns: width(stream)) : [text], to: stream)
  }
}
