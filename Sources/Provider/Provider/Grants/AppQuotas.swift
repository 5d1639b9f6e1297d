import JSON
import Ledger
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// Limits how many objects apps may create, since these stay in the wallet and in the ledger for ever.
struct AppQuotas: Sendable {
  /// The quota that is used up. The raw value is sent to the app.
  enum Limit: String, Sendable {
    case openInvoices = "open_invoices"
    case unpaidAddresses = "unpaid_addresses"
    case ledgerBytes = "ledger_bytes"
  }

  /// The object that is to be created, and the bytes that it takes.
  struct Need: Sendable {
    let kind: String
    let currency: String
    let bytes: Int

    static func invoice(_ currency: String, _ purpose: PaymentPurpose) -> Need {
      Need(kind: "invoice", currency: currency, bytes: StoredBytes.invoice + StoredBytes.texts(purpose.texts))
    }

    static func address(_ currency: String, _ label: String?) -> Need {
      Need(
        kind: "address", currency: currency, bytes: StoredBytes.address + StoredBytes.texts([label].compactMap(\.self)))
    }
  }

  let core: ProviderCore
  let wallets: WalletDirectory

  /// Returns the quota of an app: the owner's value for the app, or the configured value.
  func quota(of app: AppKey, _ reader: LedgerReader) throws -> AppQuota {
    let (own, limits) = (try reader.quota(of: app), core.limits)
    return AppQuota(
      openInvoices: own.openInvoices ?? limits.openInvoices,
      unpaidAddresses: own.unpaidAddresses ?? limits.unpaidAddresses,
      bytes: own.bytes ?? limits.ledgerMegabytes * 1_000_000)
  }

  /// Records a request before the wallet creates an address for it. This ensures that nothing is created twice, beyond
  /// the quota, or while nothing can be stored. If the request is interrupted after that, repeating it finishes it.
  func take(_ request: AppRequest, _ need: Need) async throws {
    let claim = request.claim(.unfinished(need.kind), at: core.clock.now())
    let outcome = try await core.ledger.write { transaction -> Outcome in
      switch try transaction.claimRequest(claim) {
      case .conflict: return .conflict
      case .replay: return .made
      case .new: break
      }
      // The request itself is included in the count at this point.
      if let limit = try exceeded(by: need, of: request.app, transaction) {
        try transaction.withdrawRequest(of: request.app, request.requestID)
        return .exceeded(limit)
      }
      try transaction.countBytes(need.bytes, of: request.app)
      return .taken
    }
    switch outcome {
    case .taken: break
    case .conflict: throw PaymentsFailure(.requestConflict, pointer: "/request_id")
    case .made: throw PaymentsFailure(.internalError)
    case .exceeded(let limit): throw PaymentsFailure(.quotaExceeded, rule: limit.rawValue)
    }
  }

  private enum Outcome: Sendable {
    case taken, conflict, made
    case exceeded(Limit)
  }

  /// Withdraws a request for which the wallet created nothing.
  func giveBack(_ request: AppRequest, _ need: Need) async {
    // If this fails, too, the request stays unfinished, and repeating it finishes it.
    try? await core.ledger.write { transaction in
      try transaction.withdrawRequest(of: request.app, request.requestID)
      try transaction.countBytes(-need.bytes, of: request.app)
    }
  }

  /// Returns the quota that is exceeded if the app's records use all of the allowed bytes.
  func checkBytes(of app: AppKey, _ reader: LedgerReader) throws -> Limit? {
    guard let most = try quota(of: app, reader).bytes, try reader.storedBytes(of: app) >= most else { return nil }
    return .ledgerBytes
  }

  private func exceeded(
    by need: Need, of app: AppKey, _ transaction: LedgerTransaction
  ) throws -> Limit? {
    let quota = try quota(of: app, transaction)
    if let limit = try checkBytes(of: app, transaction) { return limit }
    if let most = quota.openInvoices, need.kind == "invoice",
      try transaction.openInvoices(of: app, upTo: most + 1) > most
    {
      return .openInvoices
    }
    if let most = quota.unpaidAddresses,
      try transaction.unpaidAddresses(of: app, currency: need.currency, upTo: most + 1) > most
    {
      return .unpaidAddresses
    }
    return nil
  }

  /// Returns how much of its quota an app uses, for the owner.
  func view(of app: AppKey, _ reader: LedgerReader) throws -> AppQuotaReport {
    let quota = try quota(of: app, reader)
    var addresses = NamedValues<Int>()
    for wallet in wallets.wallets {
      let code = wallet.currency.code
      let count = try reader.unpaidAddresses(of: app, currency: code, upTo: .max)
      addresses.members.append(.init(name: code, value: count))
    }
    return AppQuotaReport(
      openInvoices: UsedQuota(used: try reader.openInvoices(of: app, upTo: .max), most: quota.openInvoices ?? 0),
      unpaidAddresses: UsedAddresses(used: addresses, most: quota.unpaidAddresses ?? 0),
      ledgerBytes: UsedQuota(used: try reader.storedBytes(of: app), most: quota.bytes ?? 0),
      isOwn: try reader.quota(of: app) != AppQuota())
  }
}
