public import PaymentsAPI

extension FailureReason {
  /// What the person can do about it, in words that hold for every app; `nil` if nothing can be done.
  public var remedy: String? {
    switch self {
    case .parseError, .invalidRequest, .internalError: "This is a fault of the provider or of the app; see payd's log."
    case .invalidParams: "See the pointer and the rule for what to change."
    case .methodNotFound: "The provider is of another version than the app."
    case .requestConflict: "An earlier request has this id: see what has become of it before you make a new one."
    case .expired: "Make a new request with more time."
    case .cursorInvalid, .cursorTooOld: "The lists of invoices and orders show how everything stands."
    case .statementNotFound: "It is kept for some minutes only: ask for it again."
    case .statementTooLarge: "Name a shorter period, or one currency."
    case .openingNotFound: "It is kept for some minutes only: ask for it again."
    case .callbackRefused: "The app needs a URL scheme of its own."
    case .unknownCurrency: "Choose a currency that the wallet serves."
    case .amountOutOfRange: "Choose an amount that the wallet can handle."
    case .tooManyDecimals: "Leave decimal places away; nothing is rounded for you."
    case .invoiceNotFound, .orderNotFound, .addressNotFound, .messageNotFound: "Look at the list of this app's own."
    case .nothingToProve: "Wait until the network has the payment."
    case .cannotProve: "Only keys of the wallet sign, and only for addresses that have a single one."
    case .notCancellable: "Look at what it has become instead."
    case .invalidAddress: "Check the address for a missing or wrong character."
    case .wrongNetwork: "Ask for an address of the wallet's own network."
    case .insufficientFunds: "Pay less, or wait until the wallet has more; the fee counts too."
    case .feeTooHigh: "Allow a higher fee, or try later when fees are lower."
    case .alreadyPaid, .userRejected: nil
    case .paymentConflicted: "Nothing was paid by it; order again with a new request."
    case .tooManyInFlight, .rateLimited: "Wait a moment and try again."
    case .tooManySessions: "End another app that uses this key; the owner sees them with payd sessions."
    case .tooManyPrompts: "The owner answers with payd approvals, payd approve ID and payd deny ID."
    case .inFlight: "Wait for its outcome."
    case .pairingPending: "The owner approves with payd approvals and payd approve ID --code DIGITS."
    case .pairingLocked: "Wait ten minutes, then connect again."
    case .pairingDenied: "If that was a mistake, connect again, after a minute at the earliest."
    case .appRevoked: "To ask to be let in again, connect again."
    case .scopeNotGranted, .currencyNotGranted: "The owner can grant more, with payd grant."
    case .policyDenied:
      "The owner refuses all payments of this app in this currency; only the owner can change that, with payd limit."
    case .budgetExceeded: "Pay less; the owner can raise the limit with payd limit."
    case .serviceNotFound: "Choose a service that the wallet offers."
    case .quotaExceeded: "Let some invoices end or be paid; the owner sees and raises it with payd quota."
    case .serviceDisabled: "Only the owner can change that, in payd's configuration."
    case .walletLocked: "The owner must unlock the wallet; then try again."
    case .walletSyncing: "Wait until the wallet has caught up."
    case .walletUnavailable: "Check that the wallet's daemon runs; payd status tells more."
    case .walletTimeout: "Try again; the same request is never done twice."
    case .walletError: "See payd status and payd's log."
    case .storageFull: "Make room on the provider's disk, then try again; nothing was done."
    case .shuttingDown: "Try again when payd is back; nothing was done."
    case .contactNotFound: "Only payments that were settled in the chat have a person behind them."
    case .fileNotFound, .fileMismatch: "Put the file into the app's folder again, and announce what is in it."
    case .filesNotSupported: "Send the message without files."
    case .tooManyMessages: "Remove messages that are not needed any more."
    case .chatRefused: "The chat may show the reason."
    }
  }
}
