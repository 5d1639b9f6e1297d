import Consumer
import PaymentsAPI
import TerminalUI

extension FailureReason {
  /// Advice on what to do next, with payctl's own commands where there are any; `nil` if nothing can be done.
  var advice: String? {
    switch self {
    case .methodNotFound: localized("rpc.discover lists the methods: payctl call rpc.discover '{}'.")
    case .requestConflict: localized("Leave out --request-id for a new request, or repeat the first one unchanged.")
    case .cursorInvalid: localized("Leave out --from, or use a cursor that this provider sent.")
    case .cursorTooOld:
      localized("payctl orders and payctl invoices show how everything stands; leave out --from to go on.")
    case .statementTooLarge: localized("Name a shorter period with --from and --to, or one currency.")
    case .unknownCurrency: localized("payctl currencies lists what the wallet serves.")
    case .amountOutOfRange: localized("payctl range CUR tells the least and the most.")
    case .tooManyDecimals: localized("payctl currencies tells the decimal places; nothing is rounded for you.")
    case .invoiceNotFound: localized("payctl invoices lists yours.")
    case .orderNotFound: localized("payctl orders lists yours.")
    case .addressNotFound: localized("payctl addresses CUR lists yours; only those can be proven.")
    case .nothingToProve:
      localized("Wait until the network has the payment: payctl order-status ID, payctl invoice-status ID.")
    case .wrongNetwork: localized("Ask for an address of the network that payctl currencies shows.")
    case .feeTooHigh: localized("Raise --max-fee, or try later when fees are lower.")
    case .tooManySessions:
      localized("End another payctl or app that uses this key; the owner sees them with payd sessions.")
    case .inFlight: localized("Wait for its outcome: payctl order-status ID --wait.")
    case .pairingPending: localized("The owner approves with payd approve --code DIGITS.")
    case .pairingDenied: localized("If that was a mistake: payctl connect asks again, after a minute at the earliest.")
    case .appRevoked: localized("To ask to be let in again: payctl connect.")
    case .scopeNotGranted, .currencyNotGranted:
      localized("payctl session shows what was granted; the owner can grant more.")
    case .budgetExceeded: localized("payctl range CUR tells what is left; the owner can raise it with payd limit.")
    case .serviceNotFound: localized("payctl services lists what the wallet offers.")
    case .serviceDisabled: localized("payctl services tells; only the owner can change that, in payd's configuration.")
    case .walletSyncing: localized("Wait until the wallet has caught up; payctl currencies tells.")
    case .walletTimeout: localized("Try again; a request with the same --request-id is never done twice.")
    default: remedy
    }
  }
}
