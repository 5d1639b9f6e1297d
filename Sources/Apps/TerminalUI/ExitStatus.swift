package import PaymentsAPI

/// The exit status of a program, with the codes of sysexits(3). Scripts may rely on them.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Success.
  case ok = 0
  /// EX_USAGE: the command line is wrong.
  case usage = 64
  /// EX_DATAERR: the input is wrong: an amount, an address, an identifier, or the state of the named object.
  case dataError = 65
  /// EX_UNAVAILABLE: the provider does not run or refused the connection.
  case unavailable = 69
  /// EX_SOFTWARE: an internal error.
  case software = 70
  /// EX_OSERR: the operating system refused something basic.
  case osError = 71
  /// EX_IOERR: reading or writing failed.
  case ioError = 74
  /// EX_TEMPFAIL: the command is not possible now and may be repeated later.
  case tryAgain = 75
  /// EX_PROTOCOL: the other side violated the protocol, or could not prove its identity.
  case protocolError = 76
  /// EX_NOPERM: the owner, or one of the owner's rules, does not permit it.
  case notPermitted = 77
  /// EX_CONFIG: the configuration is wrong.
  case config = 78
  /// The program was ended by Ctrl-C. Shells report this as 128 + SIGINT.
  case interrupted = 130
}

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
      .wrongNetwork, .insufficientFunds, .feeTooHigh, .alreadyPaid, .paymentConflicted, .paymentUndelivered,
      .statementNotFound,
      .statementTooLarge, .openingNotFound, .contactNotFound, .messageNotFound, .fileNotFound, .fileMismatch,
      .tooManyMessages:
      .dataError
    case .tooManyInFlight, .pairingPending, .pairingLocked, .rateLimited, .tooManyQuestions, .tooManySessions,
      .inFlight,
      .walletLocked,
      .walletSyncing, .walletTimeout, .storageFull, .shuttingDown, .underReview,
      .ledgerUnavailable:
      .tryAgain
    case .walletUnavailable, .walletError, .filesNotSupported, .chatRefused: .unavailable
    case .pairingDenied, .appRevoked, .scopeNotGranted, .currencyNotGranted, .policyDenied, .budgetExceeded,
      .serviceDisabled, .quotaExceeded, .userRejected, .callbackRefused:
      .notPermitted
    }
  }
}
