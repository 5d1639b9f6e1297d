import ChatPayments
import PaymentsAPI
import TerminalUI

/// Explains why the wallet refused something, and what to do. It concerns this person only.
///
/// Those who have buttons are users of another chat app, whose language is not known here; they are told in English.
enum ProblemText {
  /// - Parameter number: the number of the card for those who type commands; `nil` for those who have buttons.
  private static func sentence(_ problem: CardProblem, number: Int?) -> String {
    if problem.isOfOtherProvider {
      guard number != nil else {
        return "Another wallet may have paid this; the present one is not asked, so that nothing is paid twice. "
          + "Connect that wallet again, or decline this there."
      }
      return localized(
        "Another wallet may have paid this; the present one is not asked, so that nothing is paid twice. "
          + "Connect that wallet again (--provider), or decline this there.")
    }
    guard let reason = problem.reason else {
      return localized("Your wallet does not answer; it is asked again by itself.")
    }
    let next = problem.retryAt == nil ? advice(reason, number) : localized("It is tried again by itself.")
    return localized("Your wallet says: \(sentence(reason)) \(next)")
  }

  /// Explains why a card does not proceed; `nil` if nothing is known to hinder it.
  ///
  /// - Parameter number: the number of the card for those who type commands; `nil` for those who have buttons.
  static func sentence(of card: Card, names: CardNames, number: Int?) -> String? {
    if let problem = card.problem { return sentence(problem, number: number) }
    let reader = names.name(card.isAuthor ? card.other : card.key.author)
    return card.hindrance.map { sentence($0, of: card, reader: reader, number: number) }
  }

  /// Explains what becomes of a card whose message is too long for the chat.
  private static func tooLong(_ card: Card, _ limit: Int?, reader: String, number: Int?) -> String {
    let bytes = limit.map { " (\(localized("\($0) bytes")))" } ?? ""
    guard card.isAuthor, card.message == nil else {
      return localized(
        "\(reader) was not told: the message is longer than the chat carries\(bytes), and is not tried again. "
          + "Tell \(reader) in words of your own.")
    }
    let cancel = number.map { "/cancel \($0)" } ?? "Cancel it"
    return localized(
      "\(reader) was not asked: the message is longer than the chat carries\(bytes), and is not tried again. "
        + "\(cancel), and make a card with a shorter note or fewer prices.")
  }

  /// Explains why a person's message about a card is not with its reader.
  private static func sentence(_ hindrance: CardHindrance, of card: Card, reader: String, number: Int?) -> String {
    let again = number.map { "/retry \($0)" } ?? "Try again"
    return switch hindrance {
    case .noRoom where number == nil:
      "\(reader) cannot be told: you can no longer write there. It is tried again when you can."
    case .noRoom: localized("\(reader) cannot be told: you can no longer write there. \(again) tries again.")
    case .tooLong(let limit): tooLong(card, limit, reader: reader, number: number)
    case .refused(let words) where number == nil:
      "\(reader) cannot be told: \(SafeText(words, limit: 200)). It is tried again by itself."
    case .refused(let words):
      localized(
        "\(reader) cannot be told: \(NetworkWords.shown(words, limit: 200)). It is tried again by itself, or with "
          + "\(again).")
    case .failed(let words):
      localized("\(reader) was not told: \(NetworkWords.shown(words, limit: 200)). \(again) sends it anew.")
    case .delayed(let words): localized("\(reader) was not told yet: \(NetworkWords.shown(words, limit: 200)).")
    case .unknown:
      localized("It is not known whether \(reader) was told. \(again) sends it anew, which changes nothing else.")
    }
  }

  private static func sentence(_ reason: FailureReason) -> String {
    let message = localized(text: reason.message)
    return message.hasSuffix(".") ? message : message + "."
  }

  private static func advice(_ reason: FailureReason, _ number: Int?) -> String {
    let again = number.map { localized("then /retry \($0)") } ?? "then try again"
    let app = number == nil ? "this app" : "paychat"
    return switch reason {
    case .insufficientFunds: localized("Wait until it has more, \(again).")
    case .unknownCurrency where number == nil:
      "The card is in a currency that it does not have: decline or cancel it."
    case .unknownCurrency:
      localized("The card is in a currency that it does not have: /decline or /cancel it.")
    case .walletLocked: localized("Unlock it, \(again).")
    case .underReview: localized("Look at what it sent (payd sends), \(again).")
    case .walletUnavailable, .walletError, .walletTimeout: localized("Look at payd status, \(again).")
    case .walletSyncing: localized("Wait until it has caught up, \(again).")
    case .pairingPending, .pairingDenied, .appRevoked, .scopeNotGranted, .currencyNotGranted:
      localized("Its owner has to let \(app) do this (payd grants), \(again).")
    case .quotaExceeded: localized("Its owner has set a limit (payd quota), \(again).")
    case .policyDenied, .budgetExceeded: localized("Its owner has set a limit (payd limit), \(again).")
    case .tooManyQuestions, .rateLimited, .tooManyInFlight: localized("Wait a moment, \(again).")
    case .invalidAddress, .wrongNetwork: localized("The address is not one that it can pay: ask for another card.")
    default: number.map { localized("Type /retry \($0) to try again.") } ?? "Try again."
    }
  }
}
