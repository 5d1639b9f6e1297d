import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

// What the errors of wallets mean: to an app that called, to an order that is carried out, and to the app whose order
// failed. Nothing else in the provider decides that.

extension PaymentsFailure {
  /// The failure that an app gets where a wallet does not do at once what the app asked for.
  static func wallet(_ error: WalletError) -> PaymentsFailure {
    switch error {
    case .unavailable: PaymentsFailure(.walletUnavailable)
    case .timeout: PaymentsFailure(.walletTimeout, wallet: .noAnswer)
    case .locked: PaymentsFailure(.walletLocked, wallet: .walletLocked)
    case .syncing: PaymentsFailure(.walletSyncing, wallet: .syncing)
    case .protocolViolation: PaymentsFailure(.walletError, wallet: .notUnderstood)
    case .unauthorized: PaymentsFailure(.walletError, wallet: .unauthorized)
    // This is about the funds for a new order. An order that was created already waits instead.
    case .insufficientFunds, .coinsBusy: PaymentsFailure(.insufficientFunds)
    case .amountTooSmall: PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "too small")
    case .invalidAddress: PaymentsFailure(.invalidAddress, pointer: "/address")
    case .feeAboveCap: PaymentsFailure(.feeTooHigh, pointer: "/max_fee")
    case .cannotProve: PaymentsFailure(.cannotProve)
    case .malformedProof: PaymentsFailure(.invalidParams, pointer: "/proof", rule: "proof")
    }
  }
}

extension CurrencyWallet {
  /// The failure that an app gets where this wallet does not do at once what the app asked for.
  func failure(_ error: WalletError) -> PaymentsFailure { explained(.wallet(error)) }

  /// The failure with the reason that the last look at the wallet found, if that look explains it.
  func explained(_ failure: PaymentsFailure) -> PaymentsFailure {
    guard let problem = glance.problem, PaymentsFailure.wallet(problem.error).reason == failure.reason else {
      return failure
    }
    var failure = failure
    failure.wallet = problem.reason
    return failure
  }
}

extension WalletRefusal {
  /// What it means for an order that a wallet did not tell what it costs.
  init(_ error: WalletError) {
    self = OrderFailure(error).map(WalletRefusal.permanent) ?? .temporary
  }
}

extension PrepareRefusal {
  /// What it means for an order that a wallet built no transaction.
  init(_ error: WalletError) {
    switch error {
    case .feeAboveCap: self = .feeAboveCap
    case .coinsBusy: self = .coinsBusy
    default: self = OrderFailure(error).map(PrepareRefusal.permanent) ?? .temporary
    }
  }
}

extension OrderFailure {
  /// The reason for which an order fails for good; `nil` where the wallet may do later what it did not do now.
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

extension FailureReason {
  /// The reason that an app is told for an order that failed.
  init(_ failure: OrderFailure) {
    switch failure {
    case .insufficientFunds: self = .insufficientFunds
    case .amountTooSmall: self = .amountOutOfRange
    case .invalidAddress: self = .invalidAddress
    case .feeAboveMaximum: self = .feeTooHigh
    case .conflicted: self = .paymentConflicted
    case .invalidTransaction: self = .paymentConflicted
    case .walletRefused: self = .walletError
    }
  }
}
