package import DisplayText

extension PersonLocale {
  /// The translation for a window, which has all letters; `nil` for English.
  package var translation: Translation? { language(among: ["de"]) == "de" ? German.translation : nil }

  /// The translation for what a program says in a terminal, which may have only the letters of ASCII; `nil` for English.
  ///
  /// What programs read stays as it is: answers as JSON, what pages and completions are made of, and the commands that are
  /// named here.
  ///
  /// - Parameters:
  ///   - arguments: those of the program, without its name.
  ///   - commands: the commands that write for programs, such as a daemon's log; their help is for people.
  package func translation(for arguments: [String], except commands: Set<String>) -> Translation? {
    let options = arguments.prefix { $0 != "--" }
    let asksForHelp = options.contains("--help") || options.contains("-h")
    guard asksForHelp || !commands.contains(arguments.first ?? ""), !options.contains("--json"),
      !arguments.contains("--experimental-dump-help"), !arguments.contains("--generate-completion-script")
    else { return nil }
    return isUTF8 ? translation : translation?.inASCII
  }
}
