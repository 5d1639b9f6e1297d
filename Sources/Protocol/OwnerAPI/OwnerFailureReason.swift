extension OwnerFailure {
  /// Why something was not done. Programs decide by it; ``kind`` is enough for an exit status.
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The request is not understood, or a value in it is of the wrong kind.
    case usage
    /// A pairing is approved with the digits that the app shows, and none were given.
    case codeRequired = "code_required"
    /// The provider has no wallet of this currency.
    case unknownCurrency = "unknown_currency"
    /// Payments without a question need a limit per period.
    case needsPeriodLimit = "needs_period_limit"
    /// The period of a statement ends before it begins.
    case emptyPeriod = "empty_period"
    /// This is no note of the audit log.
    case badNote = "bad_note"

    /// There is nothing under that name.
    case notFound = "not_found"
    /// No question waits under this name.
    case questionNotFound = "question_not_found"
    /// No app is called so.
    case appNotFound = "app_not_found"
    /// The app is not paired any more.
    case appNotPaired = "app_not_paired"
    /// No connection has this name, or not any more.
    case sessionNotFound = "session_not_found"
    /// No wallet of the provider serves the currency of a statement.
    case currencyNotFound = "currency_not_found"
    /// No order that has not ended has this name.
    case orderNotOpen = "order_not_open"
    /// The owner has nothing to say about this transaction.
    case sendNotFound = "send_not_found"
    /// No order that the owner may name for a send has this name.
    case heldOrderNotFound = "held_order_not_found"
    /// A link is for a provider of another name, or a backup of one with another key.
    case otherProvider = "other_provider"

    /// It is too late for that, or it was done already.
    case conflict
    /// Several questions have this in their names.
    case ambiguousQuestion = "ambiguous_question"
    /// Several apps are called so.
    case ambiguousApp = "ambiguous_app"
    /// Several connections have this in their names.
    case ambiguousSession = "ambiguous_session"
    /// The fee may be more now than the yes says; `fee_cap` is what it may be.
    case feeRisen = "fee_risen"
    /// The fee that was shown is out of date.
    case feeOutdated = "fee_outdated"
    /// The fee is being asked for at this moment.
    case feeUnknown = "fee_unknown"
    /// The order is not the one that was shown.
    case otherParams = "other_params"
    /// The order is not ready for an answer yet.
    case notReady = "not_ready"
    /// The question has been decided, or has ended; `state` tells how.
    case decided
    /// The wallet has not told yet what it sent before the provider was started.
    case notCompared = "not_compared"
    /// The payment may be made already: the owner has to look at the sends first.
    case maybePaid = "maybe_paid"
    /// The owner has to say first what the wallet sent.
    case sendsFirst = "sends_first"
    /// It would cost more than the fee that was agreed to.
    case feeAboveCap = "fee_above_cap"

    /// A wrong pairing code.
    case wrongCode = "wrong_code"
    /// Too many wrong codes or PINs; wait.
    case locked
    /// The owner's PIN is needed, and was not given.
    case pinRequired = "pin_required"
    /// A wrong PIN.
    case wrongPin = "wrong_pin"
    /// It is more than what the owner allowed the app.
    case overLimit = "over_limit"
    /// The wallet has not enough for the payment, which still waits.
    case insufficientFunds = "insufficient_funds"

    /// The owner is answered at the provider that writes the ledger only, and not at this one, which stands by.
    case atWriterOnly = "at_writer_only"

    /// The owner locked the wallet.
    case walletLocked = "wallet_locked"
    /// Nothing of this currency is paid before the owner has looked at what the wallet sent.
    case payingStopped = "paying_stopped"
    /// The wallet itself is locked, which is undone there.
    case lockedInWallet = "locked_in_wallet"

    /// The provider cannot do it now.
    case unavailable
    /// The provider is stopping; nothing was changed.
    case stopping
    /// The provider is starting or stopping, and nobody can read its files meanwhile.
    case startingOrStopping = "starting_or_stopping"
    /// An earlier version wrote the files; the provider has to be started once before they can be read.
    case olderFiles = "older_files"
    /// A program that the provider needs for this is not installed beside it.
    case programMissing = "program_missing"
    /// No provider runs at the path.
    case notRunning = "not_running"
    /// The provider did not answer in time; what was asked may be done or not.
    case noAnswer = "no_answer"

    /// The provider failed.
    case internalError = "internal_error"
  }

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

extension OwnerFailure.Reason {
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
