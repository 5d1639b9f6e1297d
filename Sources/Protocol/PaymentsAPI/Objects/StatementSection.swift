extension StatementRow {
  /// What it says for people, in the words of the app: the app's name, where the statement is about all, and the
  /// purpose. It is not safe to show as it is.
  package var claims: [String] { [app?.name, description].compactMap(\.self) }
}
