import LightningInvoices
import Orders
import PaymentURI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

// What the errors of wallets mean to an app that called, and to the app whose order failed. Nothing else decides that.

extension PaymentsFailure {
  /// The failure that an app gets for an amount that is none of the currency.
  static func amount(_ error: AmountError, pointer: String) -> PaymentsFailure {
    switch error {
    case .tooManyDecimals(let allowed):
      PaymentsFailure(.tooManyDecimals, pointer: pointer, rule: "at most \(allowed) decimals")
    case .tooLarge: PaymentsFailure(.amountOutOfRange, pointer: pointer, rule: "too large")
    case .malformed: PaymentsFailure(.invalidParams, pointer: pointer, rule: "decimal")
    }
  }

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
    case .noAddresses: PaymentsFailure(.walletError, pointer: "/currency", rule: "invoices only")
    case .invalidAddress: PaymentsFailure(.invalidAddress, pointer: "/address")
    case .feeAboveCap: PaymentsFailure(.feeTooHigh, pointer: "/max_fee")
    case .alreadyPaid: PaymentsFailure(.alreadyPaid, pointer: "/address")
    case .invoiceExpired: PaymentsFailure(.expired, pointer: "/address")
    case .ownInvoice: PaymentsFailure(.invalidAddress, pointer: "/address", rule: "an invoice of this wallet itself")
    case .cannotProve: PaymentsFailure(.cannotProve)
    case .malformedProof: PaymentsFailure(.invalidParams, pointer: "/proof", rule: "proof")
    }
  }
}

extension CurrencyWallet {
  /// Converts a decimal amount, and throws the errors that apps receive.
  func amount(_ decimal: DecimalAmount, pointer: String) throws(PaymentsFailure) -> Amount {
    do { return try Amount(decimal, decimals: currency.decimals) } catch { throw .amount(error, pointer: pointer) }
  }

  /// Returns the payment URI of an address, or of the Lightning invoice that stands in its place.
  func uri(address: String) -> String {
    PaymentURI(
      scheme: PaymentURIScheme(name: currency.uriScheme), address: address,
      lightning: LightningInvoice.looksLikeOne(address) ? address : nil
    ).text
  }

  /// The failure that an app gets where this wallet does not do at once what the app asked for.
  func failure(_ error: WalletError) -> PaymentsFailure { explained(.wallet(error)) }

  func failure(_ failure: WalletCallFailure) -> PaymentsFailure {
    switch failure {
    case .busy(let wait): PaymentsFailure(.rateLimited, retryAfterMilliseconds: wait)
    case .wallet(let error): self.failure(error)
    }
  }

  /// Asks the wallet, with its refusals as an app gets them.
  func told<Answer>(_ ask: (CurrencyWallet) async throws -> Answer) async throws -> Answer {
    do { return try await ask(self) } catch let error as WalletCallFailure { throw failure(error) }
  }

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
    case .alreadyPaid: self = .alreadyPaid
    case .invoiceExpired: self = .expired
    case .undelivered: self = .paymentUndelivered
    case .walletRefused: self = .walletError
    }
  }
}
