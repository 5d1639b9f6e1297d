import Platform

/// Which characters a terminal can show, and what stands in place of the others.
///
/// This is the only place that knows: texts are written with the characters that suit them best, and
/// ``Terminal/write(_:to:)-(String,_)`` replaces what the terminal has not. Each replacement is as wide as what it
/// replaces, so that tables and lines that were measured before keep their width. The letters of a ``Translation`` that take
/// two in ASCII, as `ä` does, were replaced before that; see ``Translation/inASCII``.
package enum PlainCharacters: Sendable, Equatable {
  /// All of Unicode.
  case all
  /// Letters of all scripts, but no drawn lines and symbols, which a reader for the blind would spell out.
  case letters
  /// ASCII alone.
  case ascii

  /// Returns the text as it can be shown.
  package func shown(_ text: String) -> String {
    guard self != .all, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let other = Self.replacements[scalar] {
        plain.append(other)
      } else {
        plain.append(self == .letters || scalar.isASCII ? scalar : "?")
      }
    }
    return String(plain)
  }

  private static let replacements: [Unicode.Scalar: Unicode.Scalar] = [
    "─": "-", "│": "|", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "█": "#", "▀": "\"", "▄": "_",
    "›": ">", "→": ">", "←": "<", "…": "~", "·": "-", "•": "*", "●": "*", "○": "o", "✗": "x", "✓": "v", "×": "x",
    "−": "-", "–": "-", "—": "-", "“": "\"", "”": "\"", "‘": "'", "’": "'", "\u{A0}": " ",
  ]
}

extension Terminal {
  /// Returns what a stream can show: ASCII where the locale names another set of characters than UTF-8, as `LC_ALL=C`
  /// does, and no symbols where the terminal is dumb. A file or a pipe gets every text as it is.
  package func characters(_ stream: Stream = .output) -> PlainCharacters {
    guard isTTY(stream) else { return .all }
    if !locale.isUTF8 { return .ascii }
    return variable("TERM") == "dumb" ? .letters : .all
  }

  /// What the person at the terminal has chosen.
  package var locale: PersonLocale { PersonLocale { variable($0) } }

  /// Returns a text with the characters that a stream can show.
  package func shown(_ text: String, on stream: Stream = .output) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : characters(stream).shown(text)
  }

  /// Takes the option `--plain` out of a command line, wherever it stands before `--`: the process has a dumb terminal
  /// from then on, and so have the programs that it starts.
  package static func takePlainOption(from arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    guard arguments[..<end].contains("--plain") else { return arguments }
    setenv("TERM", "dumb", 1)
    return arguments[..<end].filter { $0 != "--plain" } + arguments[end...]
  }
}
