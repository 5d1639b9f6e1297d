/// Takes words from the beginning of a line. The rest of the line stays as it was typed, including apostrophes.
struct WordReader {
  private(set) var rest: Substring

  init(_ line: some StringProtocol) {
    rest = Substring(line)
    trim()
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The rest of the line, without quotation marks that enclose all of it; `nil` if nothing is left.
  var text: String? {
    var text = rest
    while text.last?.isWhitespace == true { text.removeLast() }
    if text.count > 1, text.first == "\"", text.last == "\"", !text.dropFirst().dropLast().contains("\"") {
      text = text.dropFirst().dropLast()
    }
    return text.isEmpty ? nil : String(text)
  }

  /// Removes and returns the next word, or the text between two quotation marks.
  mutating func next() -> String? {
    guard let first = rest.first else { return nil }
    if first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") {
      let word = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      trim()
      return String(word)
    }
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest[word.endIndex...]
    trim()
    return String(word)
  }

  /// The next word, which is not removed.
  var peeked: String? {
    var copy = self
    return copy.next()
  }

  /// Removes the next word if it is one of these, in lowercase or capital letters.
  mutating func skip(_ words: String...) -> Bool {
    guard let word = peeked, words.contains(word.lowercased()) else { return false }
    _ = next()
    return true
  }

  private mutating func trim() { rest = rest.drop { $0.isWhitespace } }
}
