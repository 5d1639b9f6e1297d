import Ledger
import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Creates an address for a request of an app, and stores it with the object that it is for in one commit.
///
/// The app is told of the address only after the commit. If nothing could be stored, the address is used for the next
/// request, so that a wallet does not have to create addresses for ever while the disk is full. An address that the ledger
/// has is never used again: the wallet was put back to an older state, and the next one that it makes is taken.
///
/// A class because of the compiler's fault with large values.
final class AddressCreation: Sendable {
  /// How often another address is tried. What was made ahead may be known, too.
  private static let mostAttempts = 100

  private let wallet: CurrencyWallet
  private let request: AppRequest
  private let need: AppQuotas.Need
  private let label: String
  private let payments: Payments
  /// What a Lightning invoice is to say when the wallet is asked for it, after others have had their turn, if it makes
  /// such; `nil` for an address alone.
  private let terms: (@Sendable () -> ReceivingTerms)?

  /// Creates the value.
  ///
  /// - Parameter label: the label that the wallet stores with the address for its owner; empty for none.
  /// - Parameter terms: what an invoice is to say, if the wallet makes invoices of its own.
  init(
    wallet: CurrencyWallet, request: AppRequest, need: AppQuotas.Need, label: String, payments: Payments,
    terms: (@Sendable () -> ReceivingTerms)? = nil
  ) {
    self.terms = wallet.backend.makesInvoices ? terms : nil
    self.wallet = wallet
    self.request = request
    self.need = need
    self.label = label
    self.payments = payments
  }

  /// What is stored together with the address.
  struct Storing: Sendable {
    let claim: RequestClaim
    let address: AddressRecord
    /// Writes the object that the address is for.
    var also: @Sendable (LedgerTransaction) throws -> Void = { _ in }
  }

  /// Creates the address and stores it.
  ///
  /// - Parameter storing: Returns what is to be stored with an address, and with a Lightning invoice if there is one.
  /// - Returns: `false` if the same request was stored in the meantime.
  func run(_ storing: (String, LightningTerms?) throws -> Storing) async throws -> Bool {
    try await requireRecognised()
    let (quotas, app) = (payments.quotas, request.app)
    try await quotas.begin(need, for: app)
    var address: String
    let places: ReceivingPlaces?
    do {
      places = try await invoice(for: app)
      address = if let chosen = places?.address { chosen } else { try await freshAddress(for: app) }
    } catch {
      quotas.end(need, for: app)
      throw error
    }
    // From here on the ledger counts the address, and decides.
    quotas.end(need, for: app)
    let lightning = places.map { LightningTerms(invoice: $0.lightning, paymentHash: $0.paymentHash) }
    let isOfPool = places?.address == nil
    attempts: for _ in 0..<Self.mostAttempts {
      switch try await store(storing(address, lightning), isOfPool: isOfPool) {
      case .new: return true
      case .replay: return false
      case .known where isOfPool:
        address = try await KnownAddresses(wallet: wallet, core: payments.core).next(label: label, for: app)
      case .known: break attempts
      }
    }
    throw PaymentsFailure(.walletUnavailable, retryAfterMilliseconds: 1000)
  }

  private func invoice(for app: AppKey) async throws -> ReceivingPlaces? {
    guard let terms else { return nil }
    return try await wallet.told { wallet in
      try await wallet.ask(for: app) { try await wallet.backend.newInvoice(terms()) }
    }
  }

  private func freshAddress(for app: AppKey) async throws -> String {
    try await wallet.told { wallet in try await wallet.freshAddress(label: label, for: app) }
  }

  /// Stores the address, or gives it back where it is certain that it was not stored.
  ///
  /// - Parameter isOfPool: Whether it is any new address of the wallet, and not one that belongs to an invoice of it.
  private func store(_ storing: Storing, isOfPool: Bool) async throws -> Answer {
    func giveBack() async {
      if isOfPool { await wallet.giveBack(storing.address.address, label: label) }
    }
    do {
      switch try await write(storing) {
      case .known: return .known
      case .claimed(.new): return .new
      case .claimed(.replay):
        await giveBack()
        return .replay
      case .claimed(.conflict): throw PaymentsFailure(.requestConflict, pointer: "/request_id")
      case .exceeded(let limit): throw PaymentsFailure.exceeded(limit)
      }
    } catch {
      // After a failure of the disk nobody knows whether the ledger has it.
      if (error as? LedgerError)?.isFatal != true { await giveBack() }
      throw error
    }
  }

  /// Money that is sent to an address of another wallet would never be seen, so that it gives none.
  private func requireRecognised() async throws {
    if wallet.recognition == nil { _ = try await SendWatch(wallet: wallet, orders: payments.orders).isRecognised() }
    guard wallet.recognition == .another else { return }
    throw wallet.explained(PaymentsFailure(.walletUnavailable))
  }

  private func write(_ storing: Storing) async throws(LedgerError) -> Outcome {
    let (quotas, need, app) = (payments.quotas, need, request.app)
    return try await payments.core.ledger.write { transaction -> Outcome in
      let record = storing.address
      guard try transaction.address(record.address, currency: record.currency) == nil else { return .known }
      if let limit = try quotas.exceeded(by: need, of: app, transaction) { return .exceeded(limit) }
      let claimed = try transaction.claimRequest(storing.claim)
      guard claimed == .new else { return .claimed(claimed) }
      try storing.also(transaction)
      try transaction.insertAddress(record)
      transaction.countBytes(need.bytes, of: app)
      return .claimed(.new)
    }
  }

  private enum Answer {
    case new, replay, known
  }

  private enum Outcome: Sendable {
    /// The ledger has the address already; nothing was stored.
    case known
    case claimed(ClaimOutcome)
    case exceeded(AppQuotas.Limit)
  }
}
