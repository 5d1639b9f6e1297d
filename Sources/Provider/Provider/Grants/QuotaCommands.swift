import JSON
import Ledger
import OwnerAPI
import PaymentsCore
import PaymentsModel

/// How much an app may have made, as the owner sees and changes it.
struct QuotaCommands {
  let core: ProviderCore
  let quotas: AppQuotas
  let pin: OwnerPIN

  /// Changes what is named; answers what holds and what is used.
  func quota(_ params: ChangeQuota.Params) async throws -> ChangeQuota.Result {
    let named = try await NamedApp.find(params.app, core.ledger)
    let app = named.record.key
    let change = AppQuota(
      openInvoices: try number(params.openInvoices, "open_invoices"),
      unpaidAddresses: try number(params.unpaidAddresses, "unpaid_addresses"),
      bytes: try number(params.ledgerMegabytes, "ledger_megabytes").map { $0 * 1_000_000 })
    let clears = params.clear == true
    let now = core.clock.now()
    if clears || change != AppQuota() {
      // This look is for asking in time. What counts is what the ledger has as it stores the quota.
      let allowsMore = try await core.ledger.read { reader in
        try self.allowsMore(change, clears: clears, of: app, reader)
      }
      let hasPIN = try allowsMore ? await pin.require(params.pin) : false
      let isStored = try await core.ledger.write { transaction in
        if !hasPIN, try OwnerPIN.isSet(transaction), try self.allowsMore(change, clears: clears, of: app, transaction) {
          return false
        }
        var quota = try clears ? AppQuota() : transaction.quota(of: app)
        quota.openInvoices = change.openInvoices ?? quota.openInvoices
        quota.unpaidAddresses = change.unpaidAddresses ?? quota.unpaidAddresses
        quota.bytes = change.bytes ?? quota.bytes
        try transaction.setQuota(quota, of: app)
        var detail = JSONObject()
        detail["open_invoices"] = quota.openInvoices.map { .integer($0) }
        detail["unpaid_addresses"] = quota.unpaidAddresses.map { .integer($0) }
        detail["ledger_bytes"] = quota.bytes.map { .integer($0) }
        try transaction.appendAudit(AuditEntry(at: now, kind: "quota.set", app: app, detail))
        return true
      }
      guard isStored else { throw OwnerPIN.missing }
    }
    let view = try await core.ledger.read { reader in try quotas.view(of: app, reader) }
    return ChangeQuota.Result(app: AppNames(named), quota: view)
  }

  private func allowsMore(
    _ change: AppQuota, clears: Bool, of app: AppKey, _ reader: LedgerReader
  ) throws -> Bool {
    clears ? try reader.quota(of: app) != AppQuota() : change.allowsMore(than: try quotas.quota(of: app, reader))
  }

  private func number(_ number: Int?, _ name: String) throws -> Int? {
    guard let number else { return nil }
    guard (0...1_000_000_000).contains(number) else {
      throw OwnerFailure(.usage, "\(name) must be a whole number from 0 to 1000000000")
    }
    return number
  }
}

extension AppQuota {
  /// Whether a change would let an app have more made for it than at present.
  fileprivate func allowsMore(than now: AppQuota) -> Bool {
    func isMore(_ new: Int?, _ old: Int?) -> Bool { new.map { $0 > old ?? .max } ?? false }
    return isMore(openInvoices, now.openInvoices) || isMore(unpaidAddresses, now.unpaidAddresses)
      || isMore(bytes, now.bytes)
  }
}
