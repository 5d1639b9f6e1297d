import PaymentURI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Synchronization
import WalletBackend

/// One currency as the provider offers it: the backend, what the owner configured for it, and the status last seen.
final class CurrencyWallet: Sendable {
  let backend: any WalletBackend
  let currency: Currency
  /// The limits of apps that the owner set none for.
  let limits: PaymentLimits
  /// One payment of the wallet is built at a time.
  let building = SerialGate()
  /// One lock of inputs is set or freed at a time, so that none is set after the order has ended.
  let locking = SerialGate()
  /// One look at what the wallet sent at a time, so that what one finds the next one knows.
  let lookingAtSends = SerialGate()
  /// What apps have done at the wallet takes turns; what the provider asks for itself, now and then, does not.
  let turns = WalletTurns()
  private let seen = Mutex<WalletStatus>(.unavailable)
  private let fee = Mutex(Amount.zero)

  init(backend: any WalletBackend, limits: PaymentLimits = .askAlways) {
    self.backend = backend
    self.currency = backend.currency
    self.limits = limits
  }

  /// The status last seen by the monitor.
  var status: WalletStatus { seen.withLock { $0 } }

  /// The smallest and largest amounts that can be received and paid now.
  func amountRange() async throws(PaymentsFailure) -> WalletAmountRange { try await turns.amountRange(backend) }

  /// What the wallet holds.
  func balance() async throws(PaymentsFailure) -> WalletBalance { try await turns.balance(backend) }

  /// The fee that the wallet told last; nothing before the first.
  var lastFee: Amount { fee.withLock { $0 } }

  /// Notes a fee that the wallet told.
  func noteFee(_ fee: Amount) { self.fee.withLock { $0 = fee } }

  /// Notes a status; true where it is another than before.
  func note(_ status: WalletStatus) -> Bool {
    seen.withLock { seen in
      defer { seen = status }
      return seen != status
    }
  }

  /// The amount that a text names, with the failures of the wire.
  func amount(_ decimal: DecimalAmount, pointer: String) throws(PaymentsFailure) -> Amount {
    do {
      return try Amount(decimal, decimals: currency.decimals)
    } catch {
      switch error {
      case .tooManyDecimals(let allowed):
        throw PaymentsFailure(.tooManyDecimals, pointer: pointer, rule: "at most \(allowed) decimals")
      case .tooLarge: throw PaymentsFailure(.amountOutOfRange, pointer: pointer, rule: "too large")
      case .malformed: throw PaymentsFailure(.invalidParams, pointer: pointer, rule: "decimal")
      }
    }
  }

  /// A text of an amount in this currency.
  func decimal(_ amount: Amount) -> DecimalAmount {
    amount.decimal(decimals: currency.decimals)
  }

  /// The payment URI of an address.
  func uri(address: String) -> String {
    PaymentURI(scheme: PaymentURIScheme(name: currency.uriScheme), address: address).text
  }
}
