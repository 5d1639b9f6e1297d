extension OwnerFailure {
  /// What kind of failure, which is enough for an exit status.
  package enum Kind: Sendable, Hashable {
    /// The request is not understood.
    case usage
    /// There is nothing under that name.
    case notFound
    /// It does not fit how things are now.
    case conflict
    /// The owner has to prove more, or has not allowed it.
    case notPermitted
    /// The wallet is locked, or paying is stopped.
    case walletLocked
    /// The provider cannot do it now.
    case unavailable
    /// The provider failed.
    case internalError
  }
}

extension OwnerFailureReason {
  /// What kind of failure it is.
  package var kind: OwnerFailure.Kind {
    switch self {
    case .usage, .codeRequired, .unknownCurrency, .needsPeriodLimit, .emptyPeriod, .badNote: .usage
    case .notFound, .questionNotFound, .appNotFound, .appNotPaired, .sessionNotFound, .currencyNotFound, .orderNotOpen,
      .sendNotFound, .heldOrderNotFound, .otherProvider:
      .notFound
    case .conflict, .ambiguousQuestion, .ambiguousApp, .ambiguousSession, .feeRisen, .feeOutdated, .feeUnknown,
      .otherParams, .notReady, .decided, .notCompared, .maybePaid, .sendsFirst, .feeAboveCap:
      .conflict
    case .wrongCode, .locked, .pinRequired, .wrongPin, .overLimit, .insufficientFunds, .atWriterOnly: .notPermitted
    case .walletLocked, .payingStopped, .lockedInWallet: .walletLocked
    case .unavailable, .stopping, .startingOrStopping, .olderFiles, .programMissing, .notRunning, .noAnswer:
      .unavailable
    case .internalError: .internalError
    }
  }
}
