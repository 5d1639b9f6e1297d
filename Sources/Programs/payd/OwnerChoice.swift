import Platform
import TerminalUI

/// A choice that the owner types as a whole word.
///
/// A question may come up while the owner types somewhere else: what was typed before it is thrown away, and a stray
/// key is no answer.
struct OwnerChoice {
  private let words: [String]

  init(_ words: [String]) {
    self.words = words
  }

  /// Asks until one of the words is typed; the last one stands for the end of the input.
  func ask(_ question: String, _ terminal: Terminal) throws -> String {
    while true {
      _ = tcflush(terminal.input, TCIFLUSH)
      try terminal.write(question)
      guard let line = readLine() else { return words.last ?? "" }
      let typed = line.filter { !$0.isWhitespace }.lowercased()
      if words.contains(typed) { return typed }
    }
  }
}
