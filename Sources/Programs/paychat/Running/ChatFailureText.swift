import ArgumentParser
import ChatPayments
import Consumer
import DesktopLinks
import Files
import TerminalUI

/// Turns any error into a text, an exit status and advice.
enum ChatFailureText {
  static let app = TerminalApp(
    name: "paychat", forgetKey: "paychat forget-key",
    advice: { reason in
      switch reason {
      case .pairingLocked: localized("Wait ten minutes, then /retry.")
      case .pairingDenied: localized("If that was a mistake: /retry asks again, after a minute at the earliest.")
      case .appRevoked: localized("To ask to be let in again: /retry.")
      default: nil
      }
    })

  /// - Parameter app: the app that the advice is for.
  static func failure(for error: any Error, of app: TerminalApp = app) -> CommandFailure {
    switch error {
    case let failure as PaymentsFailure:
      CommandFailure(
        failure.reason.exitStatus, reason: failure.reason.rawValue,
        localized("Your wallet says: \(localized(text: failure.reason.message))"))
    case let failure as ChatTransportError: chat(failure)
    case let failure as KeptFolderError: files(failure)
    case let failure as CardTermsError: terms(failure)
    case let failure as CollectionSplitError: split(failure)
    case is CardLinkError:
      CommandFailure(
        .dataError, reason: "too_long", localized("The card is too long."), advice: localized("Shorten the note."))
    default: app.failure(for: error)
    }
  }

  private static func chat(_ error: ChatTransportError) -> CommandFailure {
    switch error {
    case .disconnected:
      CommandFailure(
        .tryAgain, reason: "disconnected",
        localized("The chat is not connected now; whether that was sent is not known."),
        advice: localized("It connects again by itself."))
    case .unavailable(let words):
      CommandFailure(
        .tryAgain, reason: "unavailable", localized("Nothing was sent: \(NetworkWords.shown(words, limit: 300))."),
        advice: localized("Type it again when that is over; paychat says when."))
    case .unknownRoom:
      CommandFailure(
        .dataError, reason: "unknown_room", localized("You are not in that conversation, or not any more."),
        advice: localized("/people shows yours."))
    case .unknownMessage: CommandFailure(.dataError, reason: "unknown_message", localized("That message is gone."))
    case .tooLarge(let limit):
      CommandFailure(
        .dataError, reason: "too_large", localized("The message is longer than the chat carries: \(limit) bytes."),
        advice: localized("Shorten what you have written."))
    case .refused(let words):
      CommandFailure(
        .dataError, reason: "refused", localized("The chat says: \(NetworkWords.shown(words, limit: 300))."))
    case .malformedAnswer:
      CommandFailure(.protocolError, reason: "malformed", localized("The chat answered something that makes no sense."))
    }
  }

  private static func files(_ error: KeptFolderError) -> CommandFailure {
    switch error {
    case .file(let name, let error):
      CommandFailure(
        .ioError, reason: "cards_failed", localized("The cards cannot be kept: \(name) (\(error))."),
        advice: localized("Nothing is done for a card that is not written down. See the folder that --state names."))
    case .inUse:
      CommandFailure(
        .config, reason: "cards_in_use", localized("Another paychat of the same person and device runs already."),
        advice: localized("Use that one, or say --device NAME for another device."))
    case .damaged(let name):
      CommandFailure(
        .config, reason: "cards_damaged", localized("The file \(name) does not hold a card."),
        advice: localized("Move it away to begin without."))
    }
  }

  private static func terms(_ error: CardTermsError) -> CommandFailure {
    let sentence =
      switch error {
      case .prices:
        localized("A card has one to \(CardTerms.maximumPrices) prices above zero, each in another currency.")
      case .note: localized("The note is longer than \(CardTerms.maximumNote) characters.")
      case .title: localized("The title is longer than \(CardTerms.maximumTitle) characters.")
      case .lifetime: localized("A card lives for 30 days at most.")
      case .addressee: localized("There is nobody of that name in this conversation.")
      }
    return CommandFailure(.dataError, reason: "terms", sentence)
  }

  private static func split(_ error: CollectionSplitError) -> CommandFailure {
    let sentence =
      switch error {
      case .count: localized("A sum is divided among 1 to \(CollectionSplit.maximumParts) people.")
      case .amount: localized("The amount does not fit the currency: it has too many decimal places.")
      case .tooSmall: localized("The sum is too small to be divided among so many.")
      case .unknownCurrency: localized("Your wallet does not have that currency.")
      }
    return CommandFailure(.dataError, reason: "split", sentence)
  }
}
