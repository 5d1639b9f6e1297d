import TerminalUI

/// Reports a first word that is no command. The parser would only call it unexpected.
enum UnknownCommand {
  static func failure(_ arguments: [String]) -> CommandFailure? {
    guard let word = arguments.first, !word.hasPrefix("-"), word != "help", Payctl.command(named: word) == nil else {
      return nil
    }
    if word.hasPrefix("payport:") {
      return CommandFailure(
        .usage, reason: "usage", localized("There is no command of that name."),
        advice: localized("payctl open LINK shows what a link leads to."))
    }
    if word.contains(":") {
      return CommandFailure(
        .usage, reason: "usage", localized("There is no command of that name."),
        advice: localized("Is it a payment URI? payctl pay URI pays it, and payctl uri URI only shows what it says."))
    }
    return MistypedCommand.failure(arguments, of: Payctl.self)
  }
}
