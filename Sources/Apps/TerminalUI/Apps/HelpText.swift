package import ArgumentParser
package import DisplayText

extension ArgumentHelp {
  /// What `--help` says of an argument, in the language of the person at this process.
  package static func localized(_ phrase: Phrase) -> ArgumentHelp { ArgumentHelp(DisplayText.localized(phrase)) }
}

/// What the parser of arguments writes around the texts of a program, in the language of the person at this process.
package enum HelpText {
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
    ]
  }

  private static let see = "  See "
  private static let forMore = " for detailed help."

  /// Returns the text with its headings translated, which stand at the beginnings of lines, and sentences, which stand at their
  /// ends.
  package static func translated(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = String(line)
      for (heading, other) in headings where line.hasPrefix(heading) {
        line = other + line.dropFirst(heading.count)
      }
      if line.hasPrefix(see), line.hasSuffix(forMore) {
        return "  " + localized("See \(line.dropFirst(see.count).dropLast(forMore.count)) for detailed help.")
      }
      for (sentence, other) in sentences where line.hasSuffix(sentence) {
        line = line.dropLast(sentence.count) + other
      }
      return line
    }.joined(separator: "\n")
  }
}
