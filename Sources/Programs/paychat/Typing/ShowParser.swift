import TerminalUI

/// Parses the arguments of `/show` and `/save`.
enum ShowParser {
  /// Parses `1` for a card, or `m1` for a message of an app.
  static func target(_ reader: inout WordReader) throws(CommandFailure) -> ShowTarget? {
    var target: ShowTarget?
    if let number = marked("m", &reader) {
      target = .request(number)
    } else if let number = try ChatLineParser.number(&reader) {
      target = .card(number)
    }
    try ChatLineParser.end(reader, .show)
    return target
  }

  /// Parses `f1` or `1`, followed by a folder.
  static func save(_ reader: inout WordReader) throws(CommandFailure) -> ChatCommand {
    if let number = marked("f", &reader) { return .save(number, folder: reader.text) }
    guard let number = try ChatLineParser.number(&reader) else {
      throw ChatLineParser.usage(.save, localized("Which file?"))
    }
    return .save(number, folder: reader.text)
  }

  /// Reads the number of a word such as `m1`, if the next word has that form.
  private static func marked(_ mark: Character, _ reader: inout WordReader) -> Int? {
    guard let word = reader.peeked?.lowercased(), word.first == mark, let number = Int(word.dropFirst()), number > 0,
      String(number) == word.dropFirst()
    else { return nil }
    _ = reader.next()
    return number
  }
}
