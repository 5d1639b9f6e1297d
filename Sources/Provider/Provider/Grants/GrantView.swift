import JSON
import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// Converts grants to the JSON that the owner's console shows.
enum GrantView {
  static func summary(_ app: NamedApp, _ more: JSONObject) -> JSONValue {
    var value: JSONObject = [
      "key": .string(app.record.key.rawValue), "fingerprint": .string(app.record.key.fingerprint),
      "name": .string(app.name), "claimed_name": .string(app.record.claimedName),
    ]
    for member in more { value[member.name] = member.value }
    return .object(value)
  }

  /// Returns an object of the form `{scopes, currencies?, expires_at?}`.
  static func detail(_ grants: Grants) -> JSONObject {
    var value: JSONObject = ["scopes": .array(grants.scopes.map { .string($0.rawValue) })]
    value["currencies"] = grants.currencies.map { .array($0.map { .string($0) }) }
    value["expires_at"] = grants.expiresAt.map { .string($0.text) }
    return value
  }

  /// Returns an app with its grants and its budgets.
  static func app(
    _ app: NamedApp, _ spending: SpendingLimits, _ quotas: AppQuotas, _ reader: LedgerReader
  ) throws(LedgerError) -> JSONValue {
    var detail = detail(Grants(app.record, app.grant))
    var budgets: [JSONValue] = []
    for wallet in spending.wallets.wallets {
      budgets.append(try budget(of: app.record.key, wallet, spending, reader))
    }
    detail["budgets"] = .array(budgets)
    detail["quota"] = try quotas.view(of: app.record.key, reader)
    return summary(app, detail)
  }

  /// Returns the limits of an app in one currency, and what is left of them.
  static func budget(
    of app: AppKey, _ wallet: CurrencyWallet, _ spending: SpendingLimits, _ reader: LedgerReader
  ) throws(LedgerError) -> JSONValue {
    let code = wallet.currency.code
    let status = try spending.status(of: app, code, at: spending.clock.now(), reader)
    func text(_ amount: Amount) -> JSONValue { .string(amount.text(decimals: wallet.currency.decimals)) }
    var value: JSONObject = [
      "currency": .string(code),
      "limits": LimitsView.object(status.limits, decimals: wallet.currency.decimals),
      "own": .bool(try reader.paymentLimits(of: app, currency: code) != nil),
      "used": text(status.usage.amount), "used_count": .integer(status.usage.count),
      "resets_at": .string(status.resetsAt.text),
    ]
    value["left"] = BudgetRules.left(status).map(text)
    return .object(value)
  }
}
