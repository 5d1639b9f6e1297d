import JSON
import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// Grants and limits for the owner's eyes.
enum GrantView {
  /// What was granted, as an entry of the audit log tells it: `{scopes, currencies?, expires_at?}`.
  static func detail(_ grants: Grants) -> JSONObject {
    var value: JSONObject = ["scopes": .array(grants.scopes.map { .string($0.rawValue) })]
    value["currencies"] = grants.currencies.map { .array($0.map { .string($0) }) }
    value["expires_at"] = grants.expiresAt.map { .string($0.text) }
    return value
  }

  /// Returns an app with its grants and its budgets.
  static func app(
    _ app: NamedApp, spending: SpendingLimits, quotas: AppQuotas, _ reader: LedgerReader
  ) throws -> AppGrants {
    let (key, grants) = (app.record.key, Grants(app.record, app.grant))
    var budgets: [AppBudget] = []
    for wallet in spending.wallets.sorted {
      budgets.append(try budget(of: key, in: wallet, spending: spending, reader))
    }
    return AppGrants(
      app: AppNames(app), scopes: grants.scopes, budgets: budgets, quota: try quotas.view(of: key, reader),
      currencies: grants.currencies, expiresAt: grants.expiresAt)
  }

  /// Returns the limits of an app in one currency, and what is left of them.
  static func budget(
    of app: AppKey, in wallet: CurrencyWallet, spending: SpendingLimits, _ reader: LedgerReader
  ) throws -> AppBudget {
    let (code, decimals) = (wallet.currency.code, wallet.currency.decimals)
    let status = try spending.status(of: app, code, at: spending.clock.now(), reader)
    return AppBudget(
      currency: code, limits: limits(status.limits, decimals: decimals),
      own: try reader.paymentLimits(of: app, currency: code) != nil,
      used: status.usage.amount.decimal(decimals: decimals), usedCount: status.usage.count,
      resetsAt: status.resetsAt, left: BudgetRules.left(status)?.decimal(decimals: decimals))
  }

  /// Limits as the owner sees them.
  static func limits(_ limits: PaymentLimits, decimals: Int) -> AppLimits {
    func decimal(_ amount: Amount) -> DecimalAmount { amount.decimal(decimals: decimals) }
    var askAbove: DecimalAmount?
    if case .above(let amount) = limits.asking { askAbove = decimal(amount) }
    let recipients = limits.recipients.sorted { $0.key < $1.key }
    return AppLimits(
      period: limits.period.name, ask: limits.asking.name, askAbove: askAbove,
      askNewRecipients: limits.asksForNewRecipients ? true : nil,
      perPayment: limits.perPayment.map(decimal), perPeriod: limits.perPeriod.map(decimal), count: limits.count,
      recipients: recipients.isEmpty
        ? nil : NamedValues(recipients.map { .init(name: $0.key, value: decimal($0.value)) }),
      batch: limits.isBatching ? true : nil)
  }
}
