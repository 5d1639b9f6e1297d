import Consumer
import PaymentsAPI
import TerminalUI

extension FailureReason {
  /// Advice on what to do next, with payctl's own commands where there are any; `nil` if nothing can be done.
  var advice: String? {
    switch self {
    case .methodNotFound: "rpc.discover lists the methods: payctl call rpc.discover '{}'."
    case .requestConflict: "Leave out --request-id for a new request, or repeat the first one unchanged."
    case .cursorInvalid: "Leave out --from, or use a cursor that this provider sent."
    case .cursorTooOld: "payctl orders and payctl invoices show how everything stands; leave out --from to go on."
    case .statementTooLarge: "Name a shorter period with --from and --to, or one currency."
    case .unknownCurrency: "payctl currencies lists what the wallet serves."
    case .amountOutOfRange: "payctl range CUR tells the least and the most."
    case .tooManyDecimals: "payctl currencies tells the decimal places; nothing is rounded for you."
    case .invoiceNotFound: "payctl invoices lists yours."
    case .orderNotFound: "payctl orders lists yours."
    case .addressNotFound: "payctl addresses CUR lists yours; only those can be proven."
    case .nothingToProve: "Wait until the network has the payment: payctl order-status ID, payctl invoice-status ID."
    case .wrongNetwork: "Ask for an address of the network that payctl currencies shows."
    case .feeTooHigh: "Raise --max-fee, or try later when fees are lower."
    case .tooManySessions: "End another payctl or app that uses this key; the owner sees them with payd sessions."
    case .inFlight: "Wait for its outcome: payctl order-status ID --wait."
    case .pairingPending: "The owner approves with payd approve --code DIGITS."
    case .pairingDenied: "If that was a mistake: payctl connect asks again, after a minute at the earliest."
    case .appRevoked: "To ask to be let in again: payctl connect."
    case .scopeNotGranted, .currencyNotGranted: "payctl session shows what was granted; the owner can grant more."
    case .budgetExceeded: "payctl range CUR tells what is left; the owner can raise it with payd limit."
    case .serviceNotFound: "payctl services lists what the wallet offers."
    case .serviceDisabled: "payctl services tells; only the owner can change that, in payd's configuration."
    case .walletSyncing: "Wait until the wallet has caught up; payctl currencies tells."
    case .walletTimeout: "Try again; a request with the same --request-id is never done twice."
    default: remedy
    }
  }
}
