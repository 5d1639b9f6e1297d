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
  /// Assigns turns at choosing coins. A payment keeps its turn from its quote, if it needs no question, until the wallet
  /// knows which coins it spends.
  let choosing: WalletTurns
  /// The payments that are to be built, of which some wait for others.
  let payouts: PayoutQueue
  /// Lets inputs be locked or released by one task at a time, so that none are locked after their order has ended.
  let locking = SerialGate()
  /// Lets the wallet's sends be looked at by one task at a time, so that a look knows what the previous one found.
  let lookingAtSends = SerialGate()
  /// Determines when the monitor glances at the wallet.
  let glances = GlanceTimer()
  /// The number of newest blocks that the monitor has seen. A payment whose status was requested before the last of them
  /// has to be looked at again.
  let blocksSeen = Atomic(0)
  /// Assigns turns to the calls of apps. The occasional calls of the provider itself need no turn.
  let turns = WalletTurns()
  /// Lets one request at a time look for an address that the ledger does not have.
  let passingKnownAddresses = SerialGate()
  private let addresses = Mutex(AddressPool())
  private let passedAddresses = Mutex(0)
  private let seen = Mutex(WalletGlance(problem: .notAsked))
  private let recognised = Mutex<WalletRecognition?>(nil)
  private let defaultLimits: Mutex<PaymentLimits>
  private let highestQuoted = Mutex(Amount.zero)
  private let quoted = Mutex<(fee: Amount, at: Timestamp)?>(nil)

  init(backend: any WalletBackend, limits: PaymentLimits = .askAlways) {
    self.backend = backend
    self.currency = backend.currency
    defaultLimits = Mutex(limits)
    payouts = PayoutQueue(most: backend.mostRecipients)
    choosing = WalletTurns(width: backend.choosesCoinsInTurn ? 1 : 64)
  }

  /// The limits of apps for which the owner set none.
  var limits: PaymentLimits { defaultLimits.withLock { $0 } }

  /// Applies other limits to payments that are asked for from now on.
  func change(limits: PaymentLimits) { defaultLimits.withLock { $0 = limits } }

  /// What the monitor's last look found. A wallet that is not the ledger's is no use, however well it is.
  var glance: WalletGlance {
    var glance = answer
    guard glance.status != .unavailable, let problem = recognition?.problem else { return glance }
    (glance.problem, glance.status) = (problem, problem.status)
    return glance
  }

  /// What the wallet itself answered at the last look of the monitor.
  var answer: WalletGlance { seen.withLock { $0 } }

  /// Whether the wallet is the ledger's; `nil` before that is known.
  var recognition: WalletRecognition? { recognised.withLock { $0 } }

  /// Stores whether the wallet is the ledger's. Returns `true` if that was not known before.
  func note(_ recognition: WalletRecognition) -> Bool {
    recognised.withLock { recognised in
      defer { recognised = recognition }
      return recognised != recognition
    }
  }

  /// The status at the last look of the monitor.
  var status: WalletStatus { glance.status }

  /// Returns the largest amount that can be paid at present.
  func largestPayment() async throws(PaymentsFailure) -> Amount {
    do throws(PaymentsFailure) { return try await turns.largestPayment(backend) } catch { throw explained(error) }
  }

  /// Returns the wallet's balance.
  func balance() async throws(PaymentsFailure) -> WalletBalance {
    do throws(PaymentsFailure) { return try await turns.balance(backend) } catch { throw explained(error) }
  }

  /// The most recent fee that the wallet reported; zero before the first one.
  var lastFee: Amount { quoted.withLock { $0?.fee } ?? .zero }

  /// The most recent fee that the wallet reported, if that was after a moment.
  func feeQuoted(since earliest: Timestamp) -> Amount? {
    quoted.withLock { $0.flatMap { $0.at >= earliest ? $0.fee : nil } }
  }

  /// The highest fee of a payment that the funds were sufficient for, for apps that must not learn the funds.
  var highestFee: Amount { highestQuoted.withLock { $0 } }

  /// Notes the fee of a payment that the funds are sufficient for.
  func noteHighestFee(_ fee: Amount) { highestQuoted.withLock { $0 = max($0, fee) } }

  /// Stores a fee that the wallet reported.
  func noteFee(_ fee: Amount, at now: Timestamp) { quoted.withLock { $0 = (fee, now) } }

  /// Stores what a look found. Returns `true` if the status is another one than before, or has another reason.
  func note(_ glance: WalletGlance) -> Bool {
    seen.withLock { seen in
      defer { seen = glance }
      return seen.status != glance.status
        || glance.problem.map { $0.isNews(after: seen.problem) } ?? (seen.problem != nil)
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
    let spare = spareAddress(label: label)
    if backend.makesAddressesAhead { fillPool() }
    if let spare { return spare }
    return try await asking(app) { () async throws(WalletError) in try await backend.newAddress(label: label) }
  }

  /// Returns an address that was made ahead; `nil` if there is none.
  func spareAddress(label: String) -> String? {
    guard let spare = addresses.withLock({ $0.take(at: .now) }) else { return nil }
    write(label, to: spare)
    return spare
  }

  /// Creates addresses without labels, and throws the errors that apps receive.
  func newAddresses(_ count: Int, for app: AppKey) async throws(PaymentsFailure) -> [String] {
    try await asking(app) { () async throws(WalletError) in try await backend.newAddresses(count) }
  }

  /// Returns the first of these addresses, which were just made, and keeps the others for the next requests.
  func keep(_ made: [String], label: String) -> String? {
    addresses.withLock { pool in for address in made.dropFirst() { pool.giveBack(address, at: .now) } }
    guard let first = made.first else { return nil }
    write(label, to: first)
    return first
  }

  /// Counts addresses that the wallet handed out although the ledger has them. Returns `true` for the first ones, of which
  /// the owner is told.
  func notePassedAddresses(_ count: Int) -> Bool {
    passedAddresses.withLock { passed in
      defer { passed += count }
      return passed == 0
    }
  }

  /// The number of addresses that the wallet has handed out since the start although the ledger had them.
  var addressesPassed: Int { passedAddresses.withLock { $0 } }

  /// Stores a label in the wallet. It is for the owner's eyes only, so the app does not wait for it.
  private func write(_ label: String, to address: String) {
    if !label.isEmpty { Task { try? await backend.label(address, as: label) } }
  }

  /// Takes back an address that was not handed out, because nothing could be stored with it. It is used for the next
  /// request.
  func giveBack(_ address: String, label: String) async {
    // Without its label an address is as good as new. If the wallet does not answer, the address is not used again.
    if !label.isEmpty { do throws(WalletError) { try await backend.label(address, as: "") } catch { return } }
    addresses.withLock { $0.giveBack(address, at: .now) }
  }

  /// Asks the wallet in the app's turn.
  private func asking<Answer>(
    _ app: AppKey, _ question: () async throws(WalletError) -> Answer
  ) async throws(PaymentsFailure) -> Answer {
    try await turns.begin(.order, for: app)
    defer { turns.end() }
    do throws(WalletError) {
      return try await question()
    } catch {
      throw failure(error)
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

extension WalletRecognition {
  /// Why the wallet is no use; `nil` if it is the ledger's.
  var problem: WalletProblem? {
    switch self {
    case .same: nil
    case .behind: .forgetful
    case .another: .another
    }
  }
}
