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
    guard arguments.first != "run", !OwnerConsole.asksForJSON(arguments) else { return nil }
    switch locale.language(among: ["de"]) {
    case "de": return locale.isUTF8 ? German.translation : German.translation.inASCII
    default: return nil
    }
  }
}
