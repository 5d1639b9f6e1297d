/// The text before the cursor, for a closure that returns possible continuations.
package struct CompletionRequest: Sendable, Equatable {
  /// The finished words before the one at the cursor.
  package let words: [String]
  /// The beginning of the word at the cursor; empty after a space.
  package let partial: String

  /// Creates a request.
  package init(words: [String], partial: String) {
    self.words = words
    self.partial = partial
  }

  /// Creates the request for the text before the cursor; `nil` inside a quote.
  init?(textBeforeCursor text: String) {
    guard let split = try? CommandWords(text) else { return nil }
    words = split.endsInWord ? Array(split.words.dropLast()) : split.words
    partial = split.endsInWord ? split.words.last ?? "" : ""
  }
}

/// The effect of the completion key.
enum CompletionOutcome: Equatable {
  /// No continuation is known.
  case nothing
  /// The text to insert at the cursor.
  case insert(String)
  /// There are several candidates without a further common beginning.
  case list([String])

  /// Chooses the effect for some candidates. Those that do not begin with the typed text are ignored.
  init(partial: String, candidates: [String]) {
    // A candidate with a space or a quote could not be parsed as a single word.
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
    // The candidates are sorted, so the first and the last one have the shortest common beginning.
    let common = zip(first, last).prefix { $0 == $1 }.count
    self = common > partial.count ? .insert(String(first.prefix(common).dropFirst(partial.count))) : .list(matching)
  }
}
