import DisplayText
public import PaymentsAPI

extension FailureReason {
  /// What the person can do about it, in words that hold for every app; `nil` if nothing can be done.
  public var remedy: String? {
    switch self {
    case .parseError, .invalidRequest, .internalError:
      localized("This is a fault of the provider or of the app; see payd's log.")
    case .invalidParams: localized("See the pointer and the rule for what to change.")
    case .methodNotFound: localized("The provider is of another version than the app.")
    case .requestConflict:
      localized("An earlier request has this id: see what has become of it before you make a new one.")
    case .expired: localized("Make a new request with more time.")
    case .cursorInvalid, .cursorTooOld: localized("The lists of invoices and orders show how everything stands.")
    case .statementNotFound: localized("It is kept for some minutes only: ask for it again.")
    case .statementTooLarge: localized("Name a shorter period, or one currency.")
    case .openingNotFound: localized("It is kept for some minutes only: ask for it again.")
    case .callbackRefused: localized("The app needs a URL scheme of its own.")
    case .unknownCurrency: localized("Choose a currency that the wallet serves.")
    case .amountOutOfRange: localized("Choose an amount that the wallet can handle.")
    case .tooManyDecimals: localized("Leave decimal places away; nothing is rounded for you.")
    case .invoiceNotFound, .orderNotFound, .addressNotFound, .messageNotFound:
      localized("Look at the list of this app's own.")
    case .nothingToProve: localized("Wait until the network has the payment.")
    case .cannotProve: localized("Only keys of the wallet sign, and only for addresses that have a single one.")
    case .notCancellable: localized("Look at what it has become instead.")
    case .invalidAddress: localized("Check the address for a missing or wrong character.")
    case .wrongNetwork: localized("Ask for an address of the wallet's own network.")
    case .insufficientFunds: localized("Pay less, or wait until the wallet has more; the fee counts too.")
    case .feeTooHigh: localized("Allow a higher fee, or try later when fees are lower.")
    case .alreadyPaid, .userRejected: nil
    case .paymentConflicted: localized("Nothing was paid by it; order again with a new request.")
    case .paymentUndelivered:
      localized("Nothing was paid; try later with a new request, or ask for an address instead.")
    case .tooManyInFlight, .rateLimited: localized("Wait a moment and try again.")
    case .tooManySessions: localized("End another app that uses this key; the owner sees them with payd sessions.")
    case .tooManyQuestions:
      localized("The owner answers with payd questions, payd approve NUMBER and payd deny NUMBER.")
    case .inFlight: localized("Wait for its outcome.")
    case .pairingPending: localized("The owner approves with payd approve --code DIGITS.")
    case .pairingLocked: localized("Wait ten minutes, then connect again.")
    case .pairingDenied: localized("If that was a mistake, connect again, after a minute at the earliest.")
    case .appRevoked: localized("To ask to be let in again, connect again.")
    case .scopeNotGranted:
      localized("The app has to ask for it in its manifest, and the owner has to allow it, with payd grant.")
    case .currencyNotGranted: localized("The owner can grant more, with payd grant.")
    case .policyDenied:
      localized(
        "The owner refuses all payments of this app in this currency; only the owner can change that, with payd limit.")
    case .budgetExceeded: localized("Pay less; the owner can raise the limit with payd limit.")
    case .serviceNotFound: localized("Choose a service that the wallet offers.")
    case .quotaExceeded: localized("Let some invoices end or be paid; the owner sees and raises it with payd quota.")
    case .serviceDisabled: localized("Only the owner can change that, in payd's configuration.")
    case .walletLocked: localized("The owner must unlock the wallet; then try again.")
    case .underReview: localized("The owner looks with payd sends; then try again.")
    case .walletSyncing: localized("Wait until the wallet has caught up.")
    case .walletUnavailable: localized("Check that the wallet's daemon runs; payd status tells more.")
    case .walletTimeout: localized("Try again; the same request is never done twice.")
    case .walletError: localized("See payd status and payd's log.")
    case .storageFull: localized("Make room on the provider's disk, then try again; nothing was done.")
    case .shuttingDown: localized("Try again when payd is back; nothing was done.")
    case .ledgerUnavailable: localized("Try again in a moment; the owner sees more in payd's log. Nothing was done.")
    case .contactNotFound: localized("Only payments that were settled in the chat have a person behind them.")
    case .fileNotFound, .fileMismatch:
      localized("Put the file into the app's folder again, and announce what is in it.")
    case .filesNotSupported: localized("Send the message without files.")
    case .tooManyMessages: localized("Remove messages that are not needed any more.")
    case .chatRefused: localized("The chat may show the reason.")
    }
  }
}
