import ArgumentParser
import TerminalUI

extension ArgumentHelp {
  /// What `--help` says of an argument, in the language of the person at this process.
  static func localized(_ phrase: Phrase) -> ArgumentHelp { ArgumentHelp(HelpText.words(phrase)) }
}

/// What the parser of arguments writes around the texts of this program, in the language of the person at this process.
enum HelpText {
  fileprivate static func words(_ phrase: Phrase) -> String { localized(phrase) }

  private static var headings: [String: String] {
    [
      "OVERVIEW:": localized("OVERVIEW:"), "USAGE:": localized("USAGE:"), "ARGUMENTS:": localized("ARGUMENTS:"),
      "OPTIONS:": localized("OPTIONS:"), "SUBCOMMANDS:": localized("SUBCOMMANDS:"),
    ]
  }
  private static var sentences: [String: String] {
    [
      "Show help information.": localized("Show help information."),
      "Show the version.": localized("Show the version."),
      "for detailed help.": localized("for detailed help."),
    ]
  }

  /// Returns the text with its headings translated, which stand at the beginnings of lines, and sentences, which stand at their
  /// ends.
  static func translated(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = String(line)
      for (heading, other) in headings where line.hasPrefix(heading) {
        line = other + line.dropFirst(heading.count)
      }
      for (sentence, other) in sentences where line.hasSuffix(sentence) {
        line = line.dropLast(sentence.count) + other
      }
      return line
    }.joined(separator: "\n")
  }
}
