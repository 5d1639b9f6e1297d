import TerminalUI

/// What the owner has typed at an open till.
enum TillLine: Sendable, Hashable {
  /// Say something to the customer with this number.
  case answer(Int, String)
  /// Sell nothing new.
  case close
  /// Sell again.
  case open
  /// Show what can be typed.
  case help
  /// End the till.
  case quit
  /// Nothing.
  case blank

  /// What can be typed, in words.
  static var manual: [String] {
    [
      localized(
        "answer 3 Yes, green tea. says that to customer 3; close sells nothing new; open sells again; quit ends the till."
      )
    ]
  }

  /// Reads a line. A slash before the first word does no harm.
  ///
  /// - Throws: ``CommandFailure``.
  init(_ line: String) throws(CommandFailure) {
    var rest = line.unicodeScalars.drop { $0.properties.isWhitespace }
    if rest.first == "/" { rest = rest.dropFirst() }
    let first = Self.word(&rest).lowercased()
    switch first {
    case "": self = .blank
    case "close": self = .close
    case "open": self = .open
    case "help", "?": self = .help
    case "quit", "exit": self = .quit
    case "answer":
      guard let number = Int(Self.word(&rest)), number > 0, !rest.isEmpty else {
        throw CommandFailure(
          .usage, reason: "usage", localized("Whom, and what?"),
          advice: localized("Type answer, the customer's number, and your words."))
      }
      self = .answer(number, String(rest))
    default:
      let meant = NearestWord.of(first, among: ["answer", "close", "open", "help", "quit"])
      throw CommandFailure(
        .usage, reason: "usage", localized("There is no command \(SafeText(first, limit: 40))."),
        advice: meant.map { localized("Is it \($0)? help shows what can be typed.") }
          ?? localized("help shows what can be typed."))
    }
  }

  /// Takes the first word and the spaces behind it.
  private static func word(_ rest: inout Substring.UnicodeScalarView) -> String {
    let word = rest.prefix { !$0.properties.isWhitespace }
    rest = rest[word.endIndex...].drop { $0.properties.isWhitespace }
    return String(word)
  }
}
