package import PaymentsCore
package import PaymentsModel
package import Synchronization
package import WalletBackend

/// One currency as the provider offers it: the wallet's backend, its configuration, and its status at the last look.
package final class CurrencyWallet: Sendable {
  package let backend: any WalletBackend
  package let currency: Currency
  /// Assigns turns at choosing coins. A payment keeps its turn from its quote, if it needs no question, until the wallet
  /// knows which coins it spends.
  package let choosing: WalletTurns
  /// The payments that are to be built, of which some wait for others.
  let payouts: PayoutQueue
  /// Lets inputs be locked or released by one task at a time, so that none are locked after their order has ended.
  package let locking = SerialGate()
  /// Lets the wallet's sends be looked at by one task at a time, so that a look knows what the previous one found.
  package let lookingAtSends = SerialGate()
  /// Determines when the monitor glances at the wallet.
  package let glances = GlanceTimer()
  /// The number of newest blocks that the monitor has seen. A payment whose status was requested before the last of them
  /// has to be looked at again.
  package let blocksSeen = Atomic(0)
  /// Assigns turns to the calls of apps. The occasional calls of the provider itself need no turn.
  package let turns = WalletTurns()
  /// Lets in as many requests for payments as the wallet can handle.
  package let admission = OrderAdmission()
  /// Lets one request at a time look for an address that the ledger does not have.
  package let passingKnownAddresses = SerialGate()
  private let addresses = Mutex(AddressPool())
  private let passedAddresses = Mutex(0)
  private let seen = Mutex(WalletGlance(problem: .notAsked))
  private let recognised = Mutex<WalletRecognition?>(nil)
  private let defaultLimits: Mutex<PaymentLimits>
  private let highestQuoted = Mutex(Amount.zero)
  private let quoted = Mutex<(fee: Amount, at: Timestamp)?>(nil)

  package convenience init(backend: any WalletBackend, limits: PaymentLimits = .askAlways) {
    self.init(backend, limits, gathering: OpenBatches(most: backend.mostRecipients))
  }

  /// - Parameter gathering: Which payments leave in one transaction; a test decides that without a clock.
  init(_ backend: any WalletBackend, _ limits: PaymentLimits, gathering: OpenBatches) {
    self.backend = backend
    self.currency = backend.currency
    defaultLimits = Mutex(limits)
    payouts = PayoutQueue(gathering)
    choosing = WalletTurns(width: backend.choosesCoinsInTurn ? 1 : 64)
  }

  /// The limits of apps for which the owner set none.
  package var limits: PaymentLimits { defaultLimits.withLock { $0 } }

  /// Applies other limits to payments that are asked for from now on.
  package func change(limits: PaymentLimits) { defaultLimits.withLock { $0 = limits } }

  /// What the monitor's last look found. A wallet that is not the ledger's is no use, however well it is.
  package var glance: WalletGlance {
    var glance = answer
    guard glance.status != .unavailable, let problem = recognition?.problem else { return glance }
    (glance.problem, glance.status) = (problem, problem.status)
    return glance
  }

  /// What the wallet itself answered at the last look of the monitor.
  package var answer: WalletGlance { seen.withLock { $0 } }

  /// Whether the wallet is the ledger's; `nil` before that is known.
  package var recognition: WalletRecognition? { recognised.withLock { $0 } }

  /// Stores whether the wallet is the ledger's. Returns `true` if that was not known before.
  package func note(_ recognition: WalletRecognition) -> Bool {
    recognised.withLock { recognised in
      defer { recognised = recognition }
      return recognised != recognition
    }
  }

  /// The status at the last look of the monitor.
  package var status: WalletStatus { glance.status }

  /// Returns the largest amount that can be paid at present.
  package func largestPayment() async throws(WalletCallFailure) -> Amount { try await turns.largestPayment(backend) }

  /// Returns the wallet's balance.
  package func balance() async throws(WalletCallFailure) -> WalletBalance { try await turns.balance(backend) }

  /// The most recent fee that the wallet reported; zero before the first one.
  package var lastFee: Amount { quoted.withLock { $0?.fee } ?? .zero }

  /// The most recent fee that the wallet reported, if that was after a moment.
  package func feeQuoted(since earliest: Timestamp) -> Amount? {
    quoted.withLock { $0.flatMap { $0.at >= earliest ? $0.fee : nil } }
  }

  /// The highest fee of a payment that the funds were sufficient for, for apps that must not learn the funds.
  package var highestFee: Amount { highestQuoted.withLock { $0 } }

  /// Notes the fee of a payment that the funds are sufficient for.
  package func noteHighestFee(_ fee: Amount) { highestQuoted.withLock { $0 = max($0, fee) } }

  /// Stores a fee that the wallet reported.
  package func noteFee(_ fee: Amount, at now: Timestamp) { quoted.withLock { $0 = (fee, now) } }

  /// Stores what a look found. Returns `true` if the status is another one than before, or has another reason.
  package func note(_ glance: WalletGlance) -> Bool {
    seen.withLock { seen in
      defer { seen = glance }
      return seen.status != glance.status
        || glance.problem.map { $0.isNews(after: seen.problem) } ?? (seen.problem != nil)
    }
  }

  /// Returns an amount of this currency as a decimal amount.
  package func decimal(_ amount: Amount) -> DecimalAmount {
    amount.decimal(decimals: currency.decimals)
  }
}

extension CurrencyWallet {
  /// Returns a receiving address that was never handed out.
  ///
  /// While many are asked for, addresses are made ahead in the background, so that an invoice does not wait for the wallet.
  package func freshAddress(label: String, for app: AppKey) async throws(WalletCallFailure) -> String {
    let spare = spareAddress(label: label)
    if backend.makesAddressesAhead { fillPool() }
    if let spare { return spare }
    return try await ask(for: app) { try await backend.newAddress(label: label) }
  }

  /// Returns an address that was made ahead; `nil` if there is none.
  package func spareAddress(label: String) -> String? {
    guard let spare = addresses.withLock({ $0.take(at: .now) }) else { return nil }
    write(label, to: spare)
    return spare
  }

  /// Creates addresses without labels.
  package func newAddresses(_ count: Int, for app: AppKey) async throws(WalletCallFailure) -> [String] {
    try await ask(for: app) { try await backend.newAddresses(count) }
  }

  /// Returns the first of these addresses, which were just made, and keeps the others for the next requests.
  package func keep(_ made: [String], label: String) -> String? {
    addresses.withLock { pool in for address in made.dropFirst() { pool.giveBack(address, at: .now) } }
    guard let first = made.first else { return nil }
    write(label, to: first)
    return first
  }

  /// Counts addresses that the wallet handed out although the ledger has them. Returns `true` for the first ones, of which
  /// the owner is told.
  package func notePassedAddresses(_ count: Int) -> Bool {
    passedAddresses.withLock { passed in
      defer { passed += count }
      return passed == 0
    }
  }

  /// The number of addresses that the wallet has handed out since the start although the ledger had them.
  package var addressesPassed: Int { passedAddresses.withLock { $0 } }

  /// Stores a label in the wallet. It is for the owner's eyes only, so the app does not wait for it.
  private func write(_ label: String, to address: String) {
    if !label.isEmpty { Task { try? await backend.label(address, as: label) } }
  }

  /// Takes back an address that was not handed out, because nothing could be stored with it. It is used for the next
  /// request.
  package func giveBack(_ address: String, label: String) async {
    // Without its label an address is as good as new. If the wallet does not answer, the address is not used again.
    if !label.isEmpty { do throws(WalletError) { try await backend.label(address, as: "") } catch { return } }
    addresses.withLock { $0.giveBack(address, at: .now) }
  }

  /// Asks the wallet in the app's turn.
  ///
  /// - Parameter question: Throws ``WalletError`` only. It does not say so because of the compiler's fault with large values.
  package func ask<Answer>(
    _ rank: TurnQueue.Rank = .order, for app: AppKey, _ question: () async throws -> Answer
  ) async throws(WalletCallFailure) -> Answer {
    try await turns.begin(rank, for: app)
    defer { turns.end() }
    do {
      return try await question()
    } catch {
      throw .wallet(error as? WalletError ?? .protocolViolation(code: nil))
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
  package var problem: WalletProblem? {
    switch self {
    case .same: nil
    case .behind: .forgetful
    case .another: .another
    }
  }
}

extension [String: CurrencyWallet] {
  /// The wallets, sorted by their codes.
  package var sorted: [CurrencyWallet] { values.sorted { $0.currency.code < $1.currency.code } }
}
