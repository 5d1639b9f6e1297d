import JSON
import Ledger
import OwnerSocket
import PaymentsCore
import PaymentsModel

/// How much an app may have made, as the owner sees and changes it.
struct QuotaCommands {
  let context: ProviderContext

  /// `quota {app, open_invoices?, unpaid_addresses?, ledger_megabytes?, clear?}`: changes what is named; answers what
  /// holds and what is used.
  func quota(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    let named = try await NamedApp.find(try OwnerParams.text(params, "app"), context.ledger)
    let app = named.record.key
    let change = AppQuota(
      openInvoices: try number(params, "open_invoices"), unpaidAddresses: try number(params, "unpaid_addresses"),
      bytes: try number(params, "ledger_megabytes").map { $0 * 1_000_000 })
    let clears = params["clear"]?.boolValue == true
    let (wallet, now) = (AppQuotas(context: context), context.clock.now())
    do throws(LedgerError) {
      if clears || change != AppQuota() {
        try await context.record { transaction throws(LedgerError) in
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
        }
      }
      let view = try await context.ledger.read { reader throws(LedgerError) in try wallet.view(of: app, reader) }
      return GrantView.summary(named, ["quota": view])
    } catch {
      throw OwnerFailure(error)
    }
  }

  private func number(_ params: JSONValue, _ name: String) throws(OwnerFailure) -> Int? {
    guard let value = params[name] else { return nil }
    guard let number: Int = value.integerValue(), (0...1_000_000_000).contains(number) else {
      throw OwnerFailure(.usage, "\(name) must be a whole number from 0 to 1000000000")
    }
    return number
  }
}
