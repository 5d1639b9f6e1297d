package import PaymentsAPI

/// How a program ends, by the codes of sysexits(3), which scripts may rely on.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Done.
  case ok = 0
  /// EX_USAGE: the command line is wrong.
  case usage = 64
  /// EX_DATAERR: the input is wrong: an amount, an address, an identifier, or the state it names.
  case dataError = 65
  /// EX_UNAVAILABLE: the provider does not run or refused the connection.
  case unavailable = 69
  /// EX_SOFTWARE: an internal error.
  case software = 70
  /// EX_OSERR: the operating system refused something basic.
  case osError = 71
  /// EX_IOERR: reading or writing failed.
  case ioError = 74
  /// EX_TEMPFAIL: not now; the same command may be tried again.
  case tryAgain = 75
  /// EX_PROTOCOL: the other side broke the protocol, or is not who it should be.
  case protocolError = 76
  /// EX_NOPERM: the owner, or a rule of the owner, does not allow it.
  case notPermitted = 77
  /// EX_CONFIG: the configuration is wrong.
  case config = 78
  /// Ended by Ctrl-C, as shells report it: 128 + SIGINT.
  case interrupted = 130
}

extension FailureReason {
  /// The exit status of a failure for this reason.
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
