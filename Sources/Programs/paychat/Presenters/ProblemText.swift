import ChatPayments
import PaymentsAPI

/// Explains why the wallet refused something, and what to do. It concerns this person only.
enum ProblemText {
  static func sentence(_ problem: CardProblem, number: Int) -> String {
    if problem.isOfOtherProvider {
      return "Another wallet may have paid this; the present one is not asked, so that nothing is paid twice."
        + " Start paychat with that wallet (--provider), or /decline it there."
    }
    guard let reason = problem.reason else {
      return "Your wallet does not answer; it is asked again by itself."
    }
    let next = problem.retryAt == nil ? advice(reason, number) : "It is tried again by itself."
    return "Your wallet says: \(sentence(reason)) \(next)"
  }

  private static func sentence(_ reason: FailureReason) -> String {
    let message = reason.message
    return message.hasSuffix(".") ? message : message + "."
  }

  private static func advice(_ reason: FailureReason, _ number: Int) -> String {
    let again = "then /retry \(number)"
    return switch reason {
    case .insufficientFunds: "Wait until it has more, \(again)."
    case .unknownCurrency: "The card is in a currency that it does not have: /decline or /cancel it."
    case .walletLocked: "Unlock it, \(again)."
    case .walletUnavailable, .walletError, .walletTimeout: "Look at payd status, \(again)."
    case .walletSyncing: "Wait until it has caught up, \(again)."
    case .pairingPending, .pairingDenied, .appRevoked, .scopeNotGranted, .currencyNotGranted:
      "Its owner has to let paychat do this (payd grants), \(again)."
    case .quotaExceeded: "Its owner has set a limit (payd quota), \(again)."
    case .policyDenied, .budgetExceeded: "Its owner has set a limit (payd limit), \(again)."
    case .tooManyPrompts, .rateLimited, .tooManyInFlight: "Wait a moment, \(again)."
    case .invalidAddress, .wrongNetwork: "The address is not one that it can pay: ask for another card."
    default: "Type /retry \(number) to try again."
    }
  }
}
