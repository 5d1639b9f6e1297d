import DisplayText

/// What the window itself says in German; all else is the page's.
enum WindowGerman {
  /// All of it.
  static var translation: Translation { Translation([texts]) }

  private static let texts: KeyValuePairs<String, String> = [
    "%1 cannot be read": "%1 kann nicht gelesen werden",
    "another user may have written %1, so it is not shown":
      "%1 kann von jemand anderem geschrieben sein und wird deshalb nicht gezeigt",
    "the page is not installed: there is no %1": "die Seite ist nicht installiert: %1 gibt es nicht",
    "the window cannot be opened: is there a screen?":
      "das Fenster kann nicht geöffnet werden: Gibt es einen Bildschirm?",
  ]
}
