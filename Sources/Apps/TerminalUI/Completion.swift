/// What a person has typed up to the cursor, for whoever knows how it may go on.
package struct CompletionRequest: Sendable, Equatable {
  /// The finished words before the one at the cursor.
  package let words: [String]
  /// The beginning of the word at the cursor; empty after a space.
  package let partial: String

  /// A request.
  package init(words: [String], partial: String) {
    self.words = words
    self.partial = partial
  }

  /// The request for the text before the cursor, or `nil` inside a quote.
  init?(textBeforeCursor text: String) {
    guard let split = try? CommandWords(text) else { return nil }
    words = split.endsInWord ? Array(split.words.dropLast()) : split.words
    partial = split.endsInWord ? split.words.last ?? "" : ""
  }
}

/// What the completion key does.
enum CompletionOutcome: Equatable {
  /// Nothing is known that could follow.
  case nothing
  /// The text to insert at the cursor.
  case insert(String)
  /// Several candidates that have nothing more in common.
  case list([String])

  /// Decides by the candidates; those that do not begin with what was typed are left out.
  init(partial: String, candidates: [String]) {
    // A candidate with a space or a quote would not come back as one word.
    let plain = candidates.filter { candidate in
      candidate.hasPrefix(partial) && !candidate.contains { " \t'\"\\".contains($0) }
    }
    let matching = Array(Set(plain)).sorted()
    guard let first = matching.first, let last = matching.last else {
      self = .nothing
      return
    }
    if matching.count == 1 {
      self = .insert(first.dropFirst(partial.count) + " ")
      return
    }
    // In sorted order the first and the last differ earliest.
    let common = zip(first, last).prefix { $0 == $1 }.count
    self = common > partial.count ? .insert(String(first.prefix(common).dropFirst(partial.count))) : .list(matching)
  }
}
