import PaymentsCore
import WalletBackend

// The wallets' words in those of the order machine; the two modules do not know each other.

extension OrderLookup {
  init(_ lookup: PaymentLookup) {
    switch lookup {
    case .unknown: self = .unknown
    case .pool: self = .pool
    case .confirmed(let count): self = .confirmed(count)
    case .conflicted(let confirmations): self = .conflicted(confirmations: confirmations)
    case .replaced(let other):
      self = .replaced(
        by: OrderReplacement(transactionID: other.transactionID, fee: other.fee), confirmations: other.confirmations)
    }
  }
}

extension WalletRefusal {
  init(_ error: WalletError) {
    self = OrderFailure(error).map(WalletRefusal.permanent) ?? .temporary
  }
}

extension PrepareRefusal {
  init(_ error: WalletError) {
    switch error {
    case .feeAboveCap: self = .feeAboveCap
    case .coinsBusy: self = .coinsBusy
    default: self = OrderFailure(error).map(PrepareRefusal.permanent) ?? .temporary
    }
  }
}

extension OrderFailure {
  /// What makes an order fail for good; `nil` where the wallet may do it later.
  init?(_ error: WalletError) {
    switch error {
    case .insufficientFunds: self = .insufficientFunds
    case .amountTooSmall: self = .amountTooSmall
    case .invalidAddress: self = .invalidAddress
    case .feeAboveCap: self = .feeAboveMaximum
    case .unavailable, .timeout, .locked, .syncing, .protocolViolation, .unauthorized, .coinsBusy, .cannotProve,
      .malformedProof:
      return nil
    }
  }
}
