import ChatPayments
import PaymentsAPI
import TerminalUI

/// Explains why the wallet refused something, and what to do. It concerns this person only.
enum ProblemText {
  /// - Parameter number: the number of the card for those who type commands; `nil` for those who have buttons.
  private static func sentence(_ problem: CardProblem, number: Int?) -> String {
    if problem.isOfOtherProvider {
      return "Another wallet may have paid this; the present one is not asked, so that nothing is paid twice."
        + " Connect that wallet again\(number == nil ? "" : " (--provider)"), or decline this there."
    }
    guard let reason = problem.reason else {
      return "Your wallet does not answer; it is asked again by itself."
    }
    let next = problem.retryAt == nil ? advice(reason, number) : "It is tried again by itself."
    return "Your wallet says: \(sentence(reason)) \(next)"
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
    let bytes = limit.map { " (\($0) bytes)" } ?? ""
    let what = "the message is longer than the chat carries\(bytes), and is not tried again."
    guard card.isAuthor, card.message == nil else {
      return "\(reader) was not told: \(what) Tell \(reader) in words of your own."
    }
    let cancel = number.map { "/cancel \($0)" } ?? "Cancel it"
    return "\(reader) was not asked: \(what) \(cancel), and make a card with a shorter note or fewer prices."
  }

  /// Explains why a person's message about a card is not with its reader.
  private static func sentence(_ hindrance: CardHindrance, of card: Card, reader: String, number: Int?) -> String {
    let again = number.map { "/retry \($0)" } ?? "Try again"
    return switch hindrance {
    case .noRoom:
      "\(reader) cannot be told: you can no longer write there."
        + (number == nil ? " It is tried again when you can." : " \(again) tries again.")
    case .tooLong(let limit): tooLong(card, limit, reader: reader, number: number)
    case .refused(let words):
      "\(reader) cannot be told: \(SafeText(words, limit: 200)). It is tried again by itself"
        + (number == nil ? "." : ", or with \(again).")
    case .failed(let words): "\(reader) was not told: \(SafeText(words, limit: 200)). \(again) sends it anew."
    case .delayed(let words): "\(reader) was not told yet: \(SafeText(words, limit: 200))."
    case .unknown: "It is not known whether \(reader) was told. \(again) sends it anew, which changes nothing else."
    }
  }

  private static func sentence(_ reason: FailureReason) -> String {
    let message = reason.message
    return message.hasSuffix(".") ? message : message + "."
  }

  private static func advice(_ reason: FailureReason, _ number: Int?) -> String {
    let again = number.map { "then /retry \($0)" } ?? "then try again"
    let app = number == nil ? "this app" : "paychat"
    return switch reason {
    case .insufficientFunds: "Wait until it has more, \(again)."
    case .unknownCurrency:
      "The card is in a currency that it does not have: \(number == nil ? "decline or cancel" : "/decline or /cancel") it."
    case .walletLocked: "Unlock it, \(again)."
    case .underReview: "Look at what it sent (payd sends), \(again)."
    case .walletUnavailable, .walletError, .walletTimeout: "Look at payd status, \(again)."
    case .walletSyncing: "Wait until it has caught up, \(again)."
    case .pairingPending, .pairingDenied, .appRevoked, .scopeNotGranted, .currencyNotGranted:
      "Its owner has to let \(app) do this (payd grants), \(again)."
    case .quotaExceeded: "Its owner has set a limit (payd quota), \(again)."
    case .policyDenied, .budgetExceeded: "Its owner has set a limit (payd limit), \(again)."
    case .tooManyQuestions, .rateLimited, .tooManyInFlight: "Wait a moment, \(again)."
    case .invalidAddress, .wrongNetwork: "The address is not one that it can pay: ask for another card."
    default: number.map { "Type /retry \($0) to try again." } ?? "Try again."
    }
  }
}
