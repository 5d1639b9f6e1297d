/// What the person at this process has chosen by the variables of POSIX and, for the language, of GNU gettext.
package struct PersonLocale: Sendable {
  private let variable: @Sendable (String) -> String?

  /// Reads from these variables of the environment.
  package init(_ variable: @escaping @Sendable (String) -> String?) {
    self.variable = variable
  }

  /// The first of the languages that the person prefers among those that a program speaks; English if none is.
  ///
  /// `LC_ALL`, `LC_MESSAGES` and `LANG` name it in this order. `LANGUAGE`, a list, precedes them, unless they ask for the
  /// texts as the program has them, by `C` or `POSIX`.
  ///
  /// - Parameter languages: the codes of ISO 639 beside `en`, such as `de`.
  /// - Returns: one of these codes, or `en`.
  package func language(among languages: [String]) -> String {
    guard let locale = first(["LC_ALL", "LC_MESSAGES", "LANG"]), let named = Self.language(of: locale) else {
      return "en"
    }
    let preferred = first(["LANGUAGE"])?.unicodeScalars.split(separator: ":").map { Self.language(of: String($0)) }
    return (preferred ?? [named]).lazy.compactMap(\.self).first { $0 == "en" || languages.contains($0) } ?? "en"
  }

  /// Whether texts may have all letters. Where no locale is set, as in many containers, they still may.
  package var isUTF8: Bool {
    first(["LC_ALL", "LC_CTYPE", "LANG"]).map { locale in
      let name = locale.lowercased().utf8.filter { $0 != UInt8(ascii: "-") }
      return name.indices.contains { name[$0...].starts(with: "utf8".utf8) }
    } ?? true
  }

  /// The value of the first variable that has one.
  private func first(_ names: [String]) -> String? {
    names.lazy.compactMap { variable($0) }.first { !$0.isEmpty }
  }

  /// The code at the beginning of `de_AT.UTF-8@euro`; `nil` for the locale of programs themselves.
  private static func language(of locale: String) -> String? {
    let code = locale.lowercased().unicodeScalars.prefix { !"_.@".unicodeScalars.contains($0) }
    return code.elementsEqual("c".unicodeScalars) || code.elementsEqual("posix".unicodeScalars) ? nil : String(code)
  }
}
