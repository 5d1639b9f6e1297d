import JSON
import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Synchronization

/// Limits how many objects apps may create, since these stay in the wallet and in the ledger for ever.
final class AppQuotas: Sendable {
  /// The quota that is used up. The raw value is sent to the app.
  enum Limit: String, Sendable {
    case openInvoices = "open_invoices"
    case unpaidAddresses = "unpaid_addresses"
    case ledgerBytes = "ledger_bytes"
  }

  /// The object that is to be created, and the bytes that it takes.
  struct Need: Sendable, Equatable {
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
  /// What requests are creating that the ledger does not count yet.
  private let underWay = Mutex<[AppKey: [Need]]>([:])

  init(core: ProviderCore, wallets: WalletDirectory) {
    self.core = core
    self.wallets = wallets
  }

  /// Returns the quota of an app: the owner's value for the app, or the configured value.
  func quota(of app: AppKey, _ reader: LedgerReader) throws -> AppQuota {
    let (own, limits) = (try reader.quota(of: app), core.limits)
    return AppQuota(
      openInvoices: own.openInvoices ?? limits.openInvoices,
      unpaidAddresses: own.unpaidAddresses ?? limits.unpaidAddresses,
      bytes: own.bytes ?? core.mostBytesOfApp)
  }

  /// Refuses what would exceed the quota, before the wallet creates an address for it. What other requests of the app
  /// are creating is counted, too. Unless this throws, ``end(_:for:)`` has to be called afterwards.
  ///
  /// The ledger is asked first: what is stored in the meantime is no longer under way, and so is not counted twice.
  func begin(_ need: Need, for app: AppKey) async throws {
    let used = try await core.ledger.read { reader in try self.used(by: need, of: app, reader) }
    let limit = underWay.withLock { underWay in
      let others = underWay[app] ?? []
      let limit = used.exceeded(by: others.filter { $0.currency == need.currency } + [need], others + [need])
      if limit == nil { underWay[app, default: []].append(need) }
      return limit
    }
    if let limit { throw PaymentsFailure.exceeded(limit) }
  }

  /// Ends what was begun. Called before it is stored, or when nothing was created.
  func end(_ need: Need, for app: AppKey) {
    underWay.withLock { underWay in
      if let index = underWay[app]?.firstIndex(of: need) { underWay[app]?.remove(at: index) }
      if underWay[app]?.isEmpty == true { underWay[app] = nil }
    }
  }

  /// Returns the quota that a further object would exceed.
  func exceeded(by need: Need, of app: AppKey, _ reader: LedgerReader) throws -> Limit? {
    try used(by: need, of: app, reader).exceeded(by: [need], [need])
  }

  /// Refuses an app whose records use all of the allowed bytes, before anything is done for its request. What is written
  /// then asks ``checkBytes(of:_:)`` again in its unit.
  func requireBytes(of app: AppKey) async throws {
    if let limit = try await core.ledger.read({ reader in try self.checkBytes(of: app, reader) }) {
      throw PaymentsFailure.exceeded(limit)
    }
  }

  /// Returns the quota that is exceeded if the app's records use all of the allowed bytes.
  func checkBytes(of app: AppKey, _ reader: LedgerReader) throws -> Limit? {
    try core.isFull(app, reader) ? .ledgerBytes : nil
  }

  /// The part of a quota that is used, counted up to the quota.
  private struct Used: Sendable {
    let quota: AppQuota
    let openInvoices: Int
    let unpaidAddresses: Int
    let bytes: Int

    /// Returns the quota that further objects would exceed.
    ///
    /// - Parameters:
    ///   - needs: the objects of the currency in question.
    ///   - all: the objects of all currencies.
    func exceeded(by needs: [Need], _ all: [Need]) -> Limit? {
      if let most = quota.bytes, bytes >= most { return .ledgerBytes }
      let invoices = all.count { $0.kind == "invoice" }
      if let most = quota.openInvoices, needs.last?.kind == "invoice", openInvoices + invoices > most {
        return .openInvoices
      }
      if let most = quota.unpaidAddresses, unpaidAddresses + needs.count > most { return .unpaidAddresses }
      return nil
    }
  }

  private func used(by need: Need, of app: AppKey, _ reader: LedgerReader) throws -> Used {
    let quota = try quota(of: app, reader)
    var (invoices, addresses) = (0, 0)
    if let most = quota.openInvoices, need.kind == "invoice" {
      invoices = try reader.openInvoices(of: app, upTo: most)
    }
    if let most = quota.unpaidAddresses {
      addresses = try reader.unpaidAddresses(of: app, currency: need.currency, upTo: most)
    }
    return Used(
      quota: quota, openInvoices: invoices, unpaidAddresses: addresses, bytes: try reader.storedBytes(of: app))
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
      own: try reader.quota(of: app) != AppQuota())
  }
}

extension PaymentsFailure {
  /// The failure that an app gets where a quota is used up.
  static func exceeded(_ limit: AppQuotas.Limit) -> PaymentsFailure {
    PaymentsFailure(.quotaExceeded, rule: limit.rawValue)
  }
}
