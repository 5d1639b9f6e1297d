import ChatPayments
import Links
import TerminalUI

extension LinkError {
  /// The failure to report for a link that cannot be read.
  var commandFailure: CommandFailure {
    CommandFailure(
      .dataError, reason: "invalid_link", localized("This is no link that can be opened: \(words)."),
      advice: self == .unknownKind
        ? localized("It may need a newer payctl.") : localized("Go back to where it came from."))
  }
}

extension CardLinkError {
  /// The failure to report for a link that is no valid card.
  var commandFailure: CommandFailure {
    switch self {
    case .newer:
      CommandFailure(
        .dataError, reason: "newer_card", localized("This card is of a later version than this payctl knows."),
        advice: localized("The text of the message says what it is about."))
    case .tooLong, .malformed, .terms:
      CommandFailure(
        .dataError, reason: "invalid_card", localized("This link holds no card."),
        advice: localized("The text of the message may say what it is about."))
    }
  }
}
