import ChatPayments
import TerminalUI

/// Parses the arguments of `/wait`.
enum WaitParser {
  /// Words for states in addition to the names of the states.
  private static let otherWords: [String: CardState] = [
    "pending": .created, "received": .settled, "done": .settled, "canceled": .cancelled,
  ]

  static func parse(_ reader: inout WordReader) throws(CommandFailure) -> ChatCommand {
    if reader.skip("message") {
      guard let text = reader.text else { throw ChatLineParser.usage(.wait, localized("A message with what in it?")) }
      return .wait(.message(text), limit: nil)
    }
    if reader.skip("wallet") { return .wait(.wallet, limit: try limit(&reader)) }
    if reader.skip("app") { return .wait(.app, limit: try limit(&reader)) }
    if reader.skip("request") { return .wait(.request, limit: try limit(&reader)) }
    guard let word = reader.next(), let number = Int(word.first == "#" ? word.dropFirst() : word[...]), number > 0
    else {
      throw ChatLineParser.usage(.wait, localized("For which card?"))
    }
    var goal = WaitGoal.card(number)
    if let word = reader.peeked, duration(word) == nil {
      goal = .state(number, try state(word))
      _ = reader.next()
    }
    return .wait(goal, limit: try limit(&reader))
  }

  private static func limit(_ reader: inout WordReader) throws(CommandFailure) -> Duration? {
    guard let word = reader.next() else { return nil }
    guard let limit = duration(word), reader.isAtEnd else {
      throw ChatLineParser.usage(.wait, localized("'\(word)' is no time: type such as 30s or 2m."))
    }
    return limit
  }

  private static func state(_ word: String) throws(CommandFailure) -> CardState {
    if let state = CardState(rawValue: word.lowercased()) ?? otherWords[word.lowercased()] { return state }
    let names = CardState.allCases.map(\.rawValue)
    let list = names.joined(separator: ", ")
    throw CommandFailure(
      .usage, reason: "usage", localized("There is no state '\(word)'."),
      advice: NearestWord.of(word, among: names).map { localized("Is it \($0)? States: \(list)") }
        ?? localized("States: \(list)"))
  }

  private static func duration(_ word: String) -> Duration? {
    guard let unit = word.last, let seconds = ["s": 1, "m": 60, "h": 3600][unit],
      let count = Int64(word.dropLast()), (1...100_000).contains(count)
    else { return nil }
    return .seconds(count * Int64(seconds))
  }
}
