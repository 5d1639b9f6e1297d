/// One line of a notification. It consists of parts of plain text, some of which are emphasised.
///
/// A line always stays one line: line breaks, control characters and characters that reorder or hide text are removed,
/// and runs of white space become one space. Text of an app can therefore be used as it is.
package struct NotificationLine: Sendable, Equatable {
  struct Part: Sendable, Equatable {
    let text: String
    let isStrong: Bool
  }

  private(set) var parts: [Part]

  /// Creates a line of plain text.
  package init(_ text: String) {
    parts = [Part(text: text, isStrong: false)]
  }

  /// Creates a line of text that is emphasised, if the server supports that, followed by plain text.
  package init(strong: String, _ text: String = "") {
    parts = [Part(text: strong, isStrong: true), Part(text: text, isStrong: false)]
  }

  /// Creates a line with an emphasised label, followed by text of somebody else. That text is put in quotation marks
  /// that it cannot end, and is cut off after `limit` code points.
  package init(strong: String, claim: String, limit: Int = 48) {
    let quotes: Set<Unicode.Scalar> = ["\"", "“", "”", "„", "‟", "«", "»", "″", "＂", "〝", "〞"]
    let kept = NotificationText.singleLine(claim, limit: limit).unicodeScalars.map { quotes.contains($0) ? "'" : $0 }
    self.init(strong: strong, " “\(String(String.UnicodeScalarView(kept)))”")
  }

  /// Creates a line with an emphasised label, followed by a long word such as an address. The word is shown in full, in
  /// groups of four characters, because it is compared by eye; the groups keep servers from breaking it with a hyphen.
  package init(strong: String, grouped word: String) {
    let signs = Array(word.unicodeScalars)
    let groups = stride(from: 0, to: signs.count, by: 4).map { start in
      String(String.UnicodeScalarView(signs[start..<min(start + 4, signs.count)]))
    }
    self.init(strong: strong, " " + groups.joined(separator: " "))
  }
}

/// Converts texts to the form in which they are sent.
enum NotificationText {
  // Longer titles and lines are cut: nobody would read them, and the server should not have to lay them out.
  static let maximumLength = 300
  private static let maximumMarks = 2

  /// Returns the body in the markup of the specification, or without markup for servers that do not support it.
  static func body(_ lines: [NotificationLine], markup: Bool) -> String {
    lines.map { line in
      line.parts.map { part in
        let text = singleLine(part.text, limit: maximumLength)
        guard !text.isEmpty else { return "" }
        guard markup else { return withoutMarkup(text) }
        // Spaces at the edges of a part are kept, because they separate it from its neighbours.
        return part.isStrong ? "<b>\(escaped(text))</b>" : escaped(text)
      }.joined()
    }.joined(separator: "\n")
  }

  /// Returns the title, which servers do not interpret as markup.
  static func summary(_ text: String) -> String {
    singleLine(text, limit: maximumLength)
  }

  /// Returns the text as one line of at most `limit` code points, including an ellipsis.
  static func singleLine(_ text: String, limit: Int) -> String {
    var line = String.UnicodeScalarView()
    var marks = 0
    var isSpace = false
    for scalar in text.unicodeScalars {
      switch kind(of: scalar) {
      case .hidden: continue
      case .space:
        if !isSpace { line.append(" ") }
        isSpace = true
        continue
      case .mark:
        marks += 1
        if marks > maximumMarks { continue }
      case .visible: marks = 0
      }
      isSpace = false
      line.append(scalar)
    }
    guard line.count > limit else { return String(line) }
    return String(line.prefix(max(0, limit - 1))) + "…"
  }

  private enum Kind { case visible, mark, space, hidden }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.properties.generalCategory {
    // A line break becomes a space, so that the words around it stay separate.
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: .space
    case .format, .surrogate, .privateUse, .unassigned: .hidden
    case .nonspacingMark, .enclosingMark, .spacingMark: .mark
    // Some letters are drawn as nothing.
    default: scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}" ? .hidden : .visible
    }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  /// Returns the text without anything that looks like markup, in case a server interprets markup although it denies
  /// that.
  private static func withoutMarkup(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": plain.append("\u{FF06}")
      case "<": plain.append("\u{2039}")
      case ">": plain.append("\u{203A}")
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }
}
