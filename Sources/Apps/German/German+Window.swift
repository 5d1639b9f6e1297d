extension German {
  /// What the window itself says; all else is the page's.
  static let window: KeyValuePairs<String, String> = [
    "Shows your Payport page in a window: what waits, your money, your apps and your limits.":
      "Zeigt Ihre Payport-Seite in einem Fenster: was wartet, Ihr Geld, Ihre Apps und Ihre Limits.",
    "The folder of the ledger and the keys of the payd that is shown.":
      "Der Ordner mit dem Kontobuch und den Schlüsseln des payd, das gezeigt wird.",
    "the window cannot be opened: is there a screen?":
      "das Fenster kann nicht geöffnet werden: Gibt es einen Bildschirm?",
  ]
}
