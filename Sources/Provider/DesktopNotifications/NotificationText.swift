/// One line of a notification: parts of plain text, some of which stand out.
///
/// A line stays one line: line breaks, control characters and characters that reorder or hide text do not survive, and
/// runs of white space are one space. What an app says of itself can thus be put into a line as it is.
package struct NotificationLine: Sendable, Equatable {
  struct Part: Sendable, Equatable {
    let text: String
    let isStrong: Bool
  }

  private(set) var parts: [Part]

  /// Plain text.
  package init(_ text: String) {
    parts = [Part(text: text, isStrong: false)]
  }

  /// Text that stands out where the server can do that, and plain text behind it.
  package init(strong: String, _ text: String = "") {
    parts = [Part(text: strong, isStrong: true), Part(text: text, isStrong: false)]
  }

  /// A label that stands out, and behind it what somebody says: in quotation marks that it cannot leave, and cut where
  /// it is longer than a limit in code points.
  package init(strong: String, claim: String, limit: Int = 48) {
    let quotes: Set<Unicode.Scalar> = ["\"", "“", "”", "„", "‟", "«", "»", "″", "＂", "〝", "〞"]
    let kept = NotificationText.singleLine(claim, limit: limit).unicodeScalars.map { quotes.contains($0) ? "'" : $0 }
    self.init(strong: strong, " “\(String(String.UnicodeScalarView(kept)))”")
  }

  /// A label that stands out, and behind it a long word such as an address, whole and in groups of four characters: it
  /// is compared by eye, and no server may break it with a hyphen.
  package init(strong: String, grouped word: String) {
    let signs = Array(word.unicodeScalars)
    let groups = stride(from: 0, to: signs.count, by: 4).map { start in
      String(String.UnicodeScalarView(signs[start..<min(start + 4, signs.count)]))
    }
    self.init(strong: strong, " " + groups.joined(separator: " "))
  }
}

/// How texts go over the wire.
enum NotificationText {
  // A title or a line longer than this is cut: nobody reads on, and a server should not have to lay it out.
  static let maximumLength = 300
  private static let maximumMarks = 2

  /// The body in the markup of the specification, or without any for servers that show markup as it is.
  static func body(_ lines: [NotificationLine], markup: Bool) -> String {
    lines.map { line in
      line.parts.map { part in
        let text = singleLine(part.text, limit: maximumLength)
        guard !text.isEmpty else { return "" }
        guard markup else { return withoutMarkup(text) }
        // Spaces at the edges of a part separate it from its neighbours.
        return part.isStrong ? "<b>\(escaped(text))</b>" : escaped(text)
      }.joined()
    }.joined(separator: "\n")
  }

  /// A title, which no server should read as markup.
  static func summary(_ text: String) -> String {
    singleLine(text, limit: maximumLength)
  }

  /// The text as one line of at most so many code points, an ellipsis included.
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
    // A line break is a space, so that the words around it stay apart.
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: .space
    case .format, .surrogate, .privateUse, .unassigned: .hidden
    case .nonspacingMark, .enclosingMark, .spacingMark: .mark
    // Letters that are drawn as nothing.
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

  /// For servers that say that they know no markup: nothing that they could take for some all the same.
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
