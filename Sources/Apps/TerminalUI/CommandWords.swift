/// Splits a line into words as a shell does, without expanding anything.
///
/// Spaces and tabs separate words. Everything inside `'…'` is kept unchanged; inside `"…"` and outside of quotes, `\`
/// is an escape.
package struct CommandWords: Sendable, Equatable {
  /// Why a line cannot be split into words.
  package enum Failure: Error, Sendable, Equatable {
    /// A quote is not closed, or an escape is the last character.
    case unfinished
  }

  /// The words of the line.
  package let words: [String]
  /// Whether the line ends inside its last word, so that a completion would extend that word.
  package let endsInWord: Bool

  /// Splits a line.
  ///
  /// - Throws: ``Failure/unfinished``.
  package init(_ line: String) throws(Failure) {
    var words: [String] = []
    var current: String?
    var quote: Character?
    var escaped = false
    for character in line {
      if escaped {
        current = (current ?? "") + String(character)
        escaped = false
        continue
      }
      switch (character, quote) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("\\", nil), ("\\", "\""): escaped = true
      case (_, .some): current = (current ?? "") + String(character)
      case ("'", nil), ("\"", nil):
        quote = character
        current = current ?? ""
      case (" ", nil), ("\t", nil):
        if let word = current { words.append(word) }
        current = nil
      default: current = (current ?? "") + String(character)
      }
    }
    guard quote == nil, !escaped else { throw .unfinished }
    endsInWord = current != nil
    if let current { words.append(current) }
    self.words = words
  }

  /// Returns a text as a single word for a command that a person may copy into a shell.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "/"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
    guard !isPlain || text.isEmpty else { return text }
    return "'"
      + text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map(String.init).joined(
        separator: #"'\''"#) + "'"
  }
}
