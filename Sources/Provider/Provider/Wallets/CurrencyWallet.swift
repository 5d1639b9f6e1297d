import PaymentURI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Synchronization
import WalletBackend

/// One currency as the provider offers it: the wallet's backend, its configuration, and its status at the last look.
final class CurrencyWallet: Sendable {
  let backend: any WalletBackend
  let currency: Currency
  /// The limits of apps for which the owner set none.
  let limits: PaymentLimits
  /// Assigns turns at choosing coins. A payment keeps its turn from its quote, if it needs no question, until the wallet
  /// knows which coins it spends.
  let choosing: WalletTurns
  /// Lets inputs be locked or released by one task at a time, so that none are locked after their order has ended.
  let locking = SerialGate()
  /// Lets the wallet's sends be looked at by one task at a time, so that a look knows what the previous one found.
  let lookingAtSends = SerialGate()
  /// Assigns turns to the calls of apps. The occasional calls of the provider itself need no turn.
  let turns = WalletTurns()
  private let addresses = Mutex(AddressPool())
  private let seen = Mutex<WalletStatus>(.unavailable)
  private let fee = Mutex(Amount.zero)

  init(backend: any WalletBackend, limits: PaymentLimits = .askAlways) {
    self.backend = backend
    self.currency = backend.currency
    self.limits = limits
    choosing = WalletTurns(width: backend.choosesCoinsInTurn ? 1 : 64)
  }

  /// The status at the last look of the monitor.
  var status: WalletStatus { seen.withLock { $0 } }

  /// Returns the largest amount that can be paid at present.
  func largestPayment() async throws(PaymentsFailure) -> Amount { try await turns.largestPayment(backend) }

  /// Returns the wallet's balance.
  func balance() async throws(PaymentsFailure) -> WalletBalance { try await turns.balance(backend) }

  /// The most recent fee that the wallet reported; zero before the first one.
  var lastFee: Amount { fee.withLock { $0 } }

  /// Stores a fee that the wallet reported.
  func noteFee(_ fee: Amount) { self.fee.withLock { $0 = fee } }

  /// Stores a status. Returns `true` if it differs from the previous one.
  func note(_ status: WalletStatus) -> Bool {
    seen.withLock { seen in
      defer { seen = status }
      return seen != status
    }
  }

  /// Converts a decimal amount, and throws the errors that apps receive.
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

  /// Returns an amount of this currency as a decimal amount.
  func decimal(_ amount: Amount) -> DecimalAmount {
    amount.decimal(decimals: currency.decimals)
  }

  /// Returns the payment URI of an address.
  func uri(address: String) -> String {
    PaymentURI(scheme: PaymentURIScheme(name: currency.uriScheme), address: address).text
  }
}

extension CurrencyWallet {
  /// Returns a receiving address that was never handed out, and throws the errors that apps receive.
  ///
  /// While many are asked for, addresses are made ahead in the background, so that an invoice does not wait for the wallet.
  func freshAddress(label: String, for app: AppKey) async throws(PaymentsFailure) -> String {
    guard backend.makesAddressesAhead else { return try await newAddress(label: label, for: app) }
    let spare = addresses.withLock { $0.take(at: .now) }
    fillPool()
    guard let spare else { return try await newAddress(label: label, for: app) }
    if !label.isEmpty {
      // The label is for the owner's eyes only, so the app does not wait for it.
      Task { try? await backend.label(spare, as: label) }
    }
    return spare
  }

  private func newAddress(label: String, for app: AppKey) async throws(PaymentsFailure) -> String {
    try await turns.begin(.order, for: app)
    defer { turns.end() }
    do throws(WalletError) {
      return try await backend.newAddress(label: label)
    } catch {
      throw PaymentsFailure.wallet(error)
    }
  }

  private func fillPool() {
    guard let count = addresses.withLock({ $0.beginFilling(at: .now) }) else { return }
    Task {
      // If the wallet fails, the next request meets the same failure and reports it.
      let made = (try? await backend.newAddresses(count)) ?? []
      addresses.withLock { $0.endFilling(made, at: .now) }
      if made.count == count { fillPool() }
    }
  }
}
