import Testing

@testable import DisplayText

@Suite("What the locale of a person says")
struct PersonLocaleTests {
  @Test(
    arguments: [
      ([:], "en"), (["LANG": "de_DE.UTF-8"], "de"), (["LANG": "de"], "de"), (["LANG": "de_AT@euro"], "de"),
      (["LANG": "DE_de"], "de"), (["LANG": "del_US"], "en"), (["LANG": "fr_FR.UTF-8"], "en"),
      // The order of POSIX; an empty one counts as none.
      (["LC_ALL": "de_DE", "LC_MESSAGES": "en_US", "LANG": "en_US"], "de"),
      (["LC_ALL": "en_US", "LANG": "de_DE"], "en"),
      (["LC_MESSAGES": "de_CH.UTF-8", "LANG": "en_GB"], "de"), (["LC_MESSAGES": "C", "LANG": "de_DE"], "en"),
      (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE"], "de"), (["LC_CTYPE": "de_DE.UTF-8"], "en"),
      // The list of GNU gettext.
      (["LANGUAGE": "de:en", "LANG": "en_US.UTF-8"], "de"), (["LANGUAGE": "fr:de_DE:en", "LANG": "en_US"], "de"),
      (["LANGUAGE": "en:de", "LANG": "de_DE"], "en"), (["LANGUAGE": "fr", "LANG": "de_DE"], "en"),
      (["LANGUAGE": "", "LANG": "de_DE"], "de"), (["LANGUAGE": "de", "LANG": "C"], "en"),
      (["LANGUAGE": "de", "LC_ALL": "POSIX", "LANG": "de_DE"], "en"), (["LANGUAGE": "de", "LANG": "C.UTF-8"], "en"),
      (["LANGUAGE": "de"], "en"),
    ] as [([String: String], String)])
  func theLanguage(variables: [String: String], language: String) {
    #expect(PersonLocale { variables[$0] }.language(among: ["de"]) == language, "\(variables)")
  }

  @Test(
    arguments: [
      ([:], true), (["LANG": "de_DE.UTF-8"], true), (["LANG": "de_DE.utf8"], true), (["LANG": "de_DE"], false),
      (["LC_ALL": "C", "LANG": "C.UTF-8"], false), (["LC_CTYPE": "C.UTF-8", "LANG": "C"], true),
      (["LC_MESSAGES": "C", "LANG": "C.UTF-8"], true), (["LC_ALL": "", "LANG": "C.UTF-8"], true),
    ] as [([String: String], Bool)])
  func theLetters(variables: [String: String], isUTF8: Bool) {
    #expect(PersonLocale { variables[$0] }.isUTF8 == isUTF8, "\(variables)")
  }
}
