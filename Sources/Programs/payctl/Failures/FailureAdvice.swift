import PaymentsAPI
import TerminalUI

extension FailureReason {
  /// Advice on what to do next; `nil` if nothing can be done.
  var advice: String? {
    switch self {
    case .parseError, .invalidRequest, .internalError: "This is a fault of the provider or of payctl; see payd's log."
    case .invalidParams: "See the pointer and the rule for what to change."
    case .methodNotFound: "rpc.discover lists the methods: payctl call rpc.discover '{}'."
    case .requestConflict: "Leave out --request-id for a new request, or repeat the first one unchanged."
    case .expired: "Make a new request with more time."
    case .cursorInvalid: "Leave out --from, or use a cursor that this provider sent."
    case .cursorTooOld: "payctl orders and payctl invoices show how everything stands; leave out --from to go on."
    case .statementNotFound: "It is kept for some minutes only: ask for it again."
    case .statementTooLarge: "Name a shorter period with --from and --to, or one currency."
    case .openingNotFound: "It is kept for some minutes only: ask for it again."
    case .callbackRefused: "The app needs a URL scheme of its own."
    case .unknownCurrency: "payctl currencies lists what the wallet serves."
    case .amountOutOfRange: "payctl range CUR tells the least and the most."
    case .tooManyDecimals: "payctl currencies tells the decimal places; nothing is rounded for you."
    case .invoiceNotFound: "payctl invoices lists yours."
    case .orderNotFound: "payctl orders lists yours."
    case .addressNotFound: "payctl addresses CUR lists yours; only those can be proven."
    case .nothingToProve: "Wait until the network has the payment: payctl order-status ID, payctl invoice-status ID."
    case .cannotProve: "Only keys of the wallet sign, and only for addresses that have a single one."
    case .notCancellable: "Look at what it has become instead."
    case .invalidAddress: "Check the address for a missing or wrong character."
    case .wrongNetwork: "Ask for an address of the network that payctl currencies shows."
    case .insufficientFunds: "Pay less, or wait until the wallet has more; the fee counts too."
    case .feeTooHigh: "Raise --max-fee, or try later when fees are lower."
    case .alreadyPaid: nil
    case .paymentConflicted: "Nothing was paid by it; order again with a new request."
    case .tooManyInFlight, .rateLimited: "Wait a moment and try again."
    case .tooManySessions: "End another payctl or app that uses this key; the owner sees them with payd sessions."
    case .tooManyPrompts: "The owner answers them with payd approvals, payd approve ID and payd deny ID."
    case .inFlight: "Wait for its outcome: payctl order-status ID --wait."
    case .pairingPending: "The owner approves with payd approvals and payd approve ID --code DIGITS."
    case .pairingLocked: "Wait ten minutes, then connect again."
    case .pairingDenied: "If that was a mistake: payctl connect asks again, after a minute at the earliest."
    case .appRevoked: "To ask to be let in again: payctl connect."
    case .scopeNotGranted, .currencyNotGranted: "payctl session shows what was granted; the owner can grant more."
    case .policyDenied: "The owner refuses all payments of this app in this currency; only the owner can change that."
    case .budgetExceeded: "payctl range CUR tells what is left; the owner can raise it with payd limit."
    case .serviceNotFound: "payctl services lists what the wallet offers."
    case .quotaExceeded: "Let some invoices end or be paid; the owner sees and raises it with payd quota."
    case .serviceDisabled: "payctl services tells; only the owner can change that, in payd's configuration."
    case .userRejected: nil
    case .walletLocked: "The owner must unlock the wallet; then try again."
    case .walletSyncing: "Wait until the wallet has caught up; payctl currencies tells."
    case .walletUnavailable: "Check that the wallet's daemon runs; payd status tells more."
    case .walletTimeout: "Try again; a request with the same --request-id is never done twice."
    case .walletError: "See payd status and payd's log."
    case .storageFull: "Make room on the provider's disk, then try again; nothing was done."
    case .shuttingDown: "Try again when payd is back; nothing was done."
    case .contactNotFound: "Only payments that were settled in the chat have a person behind them."
    case .messageNotFound: "Ask for the list of messages."
    case .fileNotFound, .fileMismatch: "Put the file into the app's folder again, and announce what is in it."
    case .filesNotSupported: "Send the message without files."
    case .tooManyMessages: "Remove messages that are not needed any more."
    case .chatRefused: "The chat may show the reason."
    }
  }
}
