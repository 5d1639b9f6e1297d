import TerminalUI

/// What a chat network and its transport say in English, which is kept with cards and passed on to other programs, for
/// the person at this terminal.
enum NetworkWords {
  /// Returns the words in the language of the person, as far as they are known, made safe to show.
  static func shown(_ words: String, limit: Int = 500) -> String {
    SafeText(localized(message: words), limit: limit).text
  }
}
