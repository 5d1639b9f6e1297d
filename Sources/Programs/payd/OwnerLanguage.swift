import TerminalUI

/// The language in which this program talks with the owner.
enum OwnerLanguage {
  /// Takes the language of the terminal's owner for the command of these arguments, if this program speaks it.
  ///
  /// What programs read stays as it is: answers as JSON, and the log that `payd run` writes.
  static func use(for arguments: [String]) {
    if let translation = translation(for: arguments, Terminal.standard.locale) { Translation.use(translation) }
  }

  /// The translation to use; `nil` for English.
  static func translation(for arguments: [String], _ locale: PersonLocale) -> Translation? {
    guard arguments.first != "run" || Self.asksForHelp(arguments), !OwnerConsole.asksForJSON(arguments),
      !arguments.contains(where: Self.forPrograms.contains)
    else { return nil }
    return translation(locale)
  }

  /// The translation of what the daemon shows on the desktop, which has all letters; `nil` for English.
  static func ofDesktop(_ locale: PersonLocale) -> Translation? {
    locale.language(among: ["de"]) == "de" ? German.translation : nil
  }

  /// What asks for texts that pages and completions are made of.
  private static let forPrograms: Set<String> = ["--experimental-dump-help", "--generate-completion-script"]

  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.contains { $0 == "--help" || $0 == "-h" }
  }

  private static func translation(_ locale: PersonLocale) -> Translation? {
    switch locale.language(among: ["de"]) {
    case "de": return locale.isUTF8 ? German.translation : German.translation.inASCII
    default: return nil
    }
  }
}
