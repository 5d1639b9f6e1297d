package import PaymentsAPI

extension FailureReason {
  /// The exit status for a failure with this reason.
  package var exitStatus: ExitStatus {
    switch self {
    case .parseError, .invalidRequest: .protocolError
    case .internalError: .software
    case .invalidParams, .methodNotFound, .requestConflict, .expired, .cursorInvalid, .cursorTooOld, .serviceNotFound,
      .unknownCurrency,
      .amountOutOfRange, .tooManyDecimals, .addressNotFound, .nothingToProve, .cannotProve, .invoiceNotFound,
      .notCancellable, .orderNotFound, .invalidAddress,
      .wrongNetwork, .insufficientFunds, .feeTooHigh, .alreadyPaid, .paymentConflicted, .statementNotFound,
      .statementTooLarge, .openingNotFound, .contactNotFound, .messageNotFound, .fileNotFound, .fileMismatch,
      .tooManyMessages:
      .dataError
    case .tooManyInFlight, .pairingPending, .pairingLocked, .rateLimited, .tooManyPrompts, .tooManySessions, .inFlight,
      .walletLocked,
      .walletSyncing, .walletTimeout, .storageFull, .shuttingDown:
      .tryAgain
    case .walletUnavailable, .walletError, .filesNotSupported, .chatRefused: .unavailable
    case .pairingDenied, .appRevoked, .scopeNotGranted, .currencyNotGranted, .policyDenied, .budgetExceeded,
      .serviceDisabled, .quotaExceeded, .userRejected, .callbackRefused:
      .notPermitted
    }
  }
}
