import ChatMessaging
import TerminalUI

/// Parses the answers to requests of apps.
enum RequestParser {
  /// Parses `[m1] [always] [name] [reply]`, in any order.
  static func allow(_ reader: inout WordReader) throws(CommandFailure) -> ChatCommand {
    var number: Int?
    var consent = MessageConsent()
    var always = false
    while let word = reader.peeked {
      switch word.lowercased() {
      case "always": always = true
      case "name": consent.tellsName = true
      case "reply": consent.passesReply = true
      default:
        guard number == nil, let found = try self.number(&reader, .allow) else {
          throw ChatLineParser.usage(.allow, localized("What does '\(word)' mean here?"))
        }
        number = found
        continue
      }
      _ = reader.next()
    }
    return .allow(number, consent, always: always)
  }

  /// Reads the number of a message, `m1` or `1`, if the next word is one.
  static func number(_ reader: inout WordReader, _ verb: ChatVerb) throws(CommandFailure) -> Int? {
    guard let word = reader.peeked else { return nil }
    let digits = word.lowercased().hasPrefix("m") ? word.dropFirst() : word[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard let number = Int(digits), number > 0 else {
      throw ChatLineParser.usage(verb, localized("There is no message \(word)."))
    }
    _ = reader.next()
    return number
  }

  /// Parses six digits, in one word or several, or the word `no`.
  static func pair(_ reader: inout WordReader) throws(CommandFailure) -> ChatCommand {
    guard let text = reader.text else { throw ChatLineParser.usage(.pair, localized("Which code does the app show?")) }
    if text.lowercased() == "no" { return .pair(code: nil) }
    let digits = text.filter { !$0.isWhitespace }
    guard digits.utf8.count == 6, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw ChatLineParser.usage(.pair, localized("A code has six digits."))
    }
    return .pair(code: digits)
  }
}
