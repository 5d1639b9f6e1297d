extension German {
  /// What the window itself says; all else is the page's.
  static let window: KeyValuePairs<String, String> = [
    "the window cannot be opened: is there a screen?":
      "das Fenster kann nicht geöffnet werden: Gibt es einen Bildschirm?"
  ]
}
