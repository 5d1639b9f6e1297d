package import PaymentsCore
package import WalletBackend

/// Why a wallet did not do at once what an app asked for.
package enum WalletCallFailure: Error, Sendable, Hashable {
  /// Too many calls wait for the wallet.
  case busy(retryAfterMilliseconds: Int)
  case wallet(WalletError)
}

// What the errors of wallets mean to an order that is carried out. Nothing else decides that.

extension WalletRefusal {
  /// What it means for an order that a wallet did not tell what it costs.
  package init(_ error: WalletError) {
    self = OrderFailure(error).map(WalletRefusal.permanent) ?? .temporary
  }

  init(_ failure: WalletCallFailure) {
    switch failure {
    case .busy, .wallet(.insufficientFunds): self = .temporary
    case .wallet(let error): self = WalletRefusal(error)
    }
  }
}

extension PrepareRefusal {
  /// What it means for an order that a wallet built no transaction.
  package init(_ error: WalletError) {
    switch error {
    case .feeAboveCap: self = .feeAboveCap
    case .coinsBusy: self = .coinsBusy
    default: self = OrderFailure(error).map(PrepareRefusal.permanent) ?? .temporary
    }
  }
}

extension OrderFailure {
  /// The reason for which an order fails for good; `nil` where the wallet may do later what it did not do now.
  package init?(_ error: WalletError) {
    switch error {
    case .insufficientFunds: self = .insufficientFunds
    case .amountTooSmall: self = .amountTooSmall
    case .invalidAddress, .ownInvoice: self = .invalidAddress
    case .feeAboveCap: self = .feeAboveMaximum
    case .alreadyPaid: self = .alreadyPaid
    case .invoiceExpired: self = .invoiceExpired
    case .unavailable, .timeout, .locked, .syncing, .protocolViolation, .unauthorized, .coinsBusy, .cannotProve,
      .malformedProof, .noAddresses:
      return nil
    }
  }
}

extension OrderEvent {
  /// What it means for an order that its transaction was handed over, or its payment by hash attempted.
  package init(_ outcome: CommitOutcome) {
    switch outcome {
    case .accepted: self = .commitAccepted
    case .rejected(.conflicted): self = .commitRejected(.conflicted)
    case .rejected(.invalid): self = .commitRejected(.invalidTransaction)
    case .attempted(let state): self = .lookedUp(state)
    }
  }
}
