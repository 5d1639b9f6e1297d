import Ledger
import OwnerAPI
import PaymentsAPI
import PaymentsModel

/// Invoices of the owner's own, which no app asked for. They are kept, followed and told as those of apps are, and belong
/// to the key of no app, so that no app can ever see one.
struct ReceivingCommands {
  private static let usualDays = 30
  private static let longestDescription = 1000

  let payments: Payments

  private var core: ProviderCore { payments.core }

  func receive(_ params: ReceivePayment.Params) async throws -> ReceivePayment.Result {
    guard payments.wallets.existingWallet(params.currency) != nil else {
      throw OwnerFailure(.unknownCurrency, "there is no wallet for \(params.currency)")
    }
    let request = try request(params)
    try await core.ledger.write { [now = core.clock.now()] transaction in
      if try transaction.appStatus(.owner) == nil { try transaction.saveApp(.owner(since: now)) }
    }
    let made: InvoiceRequest.Result
    do {
      made = try await InvoiceService(payments: payments).request(by: .owner, request)
    } catch {
      throw Self.failure(PaymentsFailure(reporting: error, core.log))
    }
    let queries = PaymentQueries(ledger: core.ledger, wallets: payments.wallets)
    guard let invoice = try await queries.get(.init(id: made.invoice.invoiceID.rawValue)).invoice else {
      throw OwnerFailure(.internalError, "the invoice was made, and is not found")
    }
    return ReceivePayment.Result(invoice: invoice)
  }

  private func request(_ params: ReceivePayment.Params) throws -> InvoiceRequest.Params {
    let amount = try params.amount.map { text throws(OwnerFailure) in
      guard let amount = try? DecimalAmount(text) else {
        throw OwnerFailure(.usage, "an amount is a decimal such as 0.5")
      }
      return amount
    }
    if let description = params.description {
      guard description.unicodeScalars.count <= Self.longestDescription, !description.utf8.contains(0) else {
        throw OwnerFailure(.usage, "a description has at most \(Self.longestDescription) characters")
      }
    }
    // A little less than the longest time, which the service reckons from a later moment.
    let usual = core.clock.now().advanced(by: .seconds(Self.usualDays * 86_400))
    return InvoiceRequest.Params(
      requestID: .random(), currency: params.currency, amount: amount, description: params.description,
      expiresAt: params.expiresAt ?? usual)
  }

  private static func failure(_ failure: PaymentsFailure) -> OwnerFailure {
    switch failure.reason {
    case .amountOutOfRange, .tooManyDecimals, .invalidParams:
      OwnerFailure(.usage, "this cannot be asked for: \(failure.rule ?? "the amount is not one of the currency")")
    case .expired: OwnerFailure(.usage, "its time is over")
    case .quotaExceeded:
      OwnerFailure(
        .conflict,
        "too many addresses wait to be paid; use one of them, or raise unpaid_addresses and open_invoices in the "
          + "configuration")
    case .walletUnavailable, .walletTimeout, .walletError, .rateLimited:
      OwnerFailure(.unavailable, "the wallet does not answer; try again later")
    case .walletSyncing:
      OwnerFailure(.unavailable, "the wallet is behind the network; try again when it has caught up")
    case .walletLocked: OwnerFailure(.lockedInWallet, "the wallet itself is locked; unlock it there first")
    case .storageFull: OwnerFailure(.internalError, "the disk is full; nothing was changed")
    default: OwnerFailure(ofLedger: failure)
    }
  }
}

extension AppRecord {
  /// The row that own invoices belong to. It is that of an app that was refused: what its key allows is nothing.
  fileprivate static func owner(since now: Timestamp) -> AppRecord {
    AppRecord(
      key: .owner, status: .denied, claimedName: "", scopes: [],
      evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []), pairedAt: now,
      lastSeenAt: nil)
  }
}
