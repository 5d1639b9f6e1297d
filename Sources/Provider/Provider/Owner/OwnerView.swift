import Ledger
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import Transport

/// What the owner sees of that which waits.
enum OwnerView {
  static func pairing(
    _ prompt: PairingRequests.Prompt, process: String?, unasked: NamedValues<AppLimits>?, needsPIN: Bool
  ) -> PairingApproval {
    PairingApproval(
      id: prompt.id, kind: .pairing, name: prompt.manifest.name, appID: prompt.manifest.appID,
      version: prompt.manifest.version, key: prompt.app, fingerprint: prompt.app.fingerprint,
      scopes: prompt.manifest.scopes, granted: PairingGrant(asked: prompt.manifest.scopes).granted,
      askedAt: prompt.since, expiresAt: prompt.until,
      currencies: prompt.manifest.currencies, process: process, unasked: unasked, needsPIN: needsPIN)
  }

  static func payment(_ payment: WaitingPayment) -> PaymentApproval {
    let order = payment.order
    let terms = order.terms
    return PaymentApproval(
      id: terms.id.rawValue, kind: .payment, key: terms.app, fingerprint: terms.app.fingerprint,
      name: payment.claimedName, currency: terms.currency, address: terms.address, amount: terms.decimalAmount,
      state: order.state, askedAt: terms.createdAt, ownerName: payment.ownerName, process: payment.process?.words,
      fee: order.fee.map(terms.decimal), feeCap: order.fee.map { terms.decimal(FeeCap.shown(for: $0)) },
      total: order.total.map(terms.decimal), description: terms.purpose.description, expiresAt: terms.expiresAt,
      paidBefore: history(payment.history), budget: budget(payment), behind: payment.behind,
      needsPIN: payment.needsPIN, shortOfFunds: payment.isShort ? true : nil)
  }

  /// What the payment leaves of the app's budget; `nil` where no limit holds.
  private static func budget(_ payment: WaitingPayment) -> ApprovalBudget? {
    let (terms, status) = (payment.order.terms, payment.budget)
    let limits = status.limits
    guard limits.perPayment != nil || limits.perPeriod != nil || limits.count != nil || !limits.recipients.isEmpty
    else {
      return nil
    }
    let total = payment.order.total ?? terms.amount
    let leftAfter = limits.perPeriod.map { limit in
      limit.subtracting(status.usage.amount)?.subtracting(total) ?? .zero
    }
    return ApprovalBudget(
      period: limits.period.name, resetsAt: status.resetsAt, perPayment: limits.perPayment.map(terms.decimal),
      perPeriod: limits.perPeriod.map(terms.decimal),
      left: BudgetRules.left(to: terms.address, status).map(terms.decimal), leftAfter: leftAfter.map(terms.decimal),
      paymentsLeftAfter: limits.count.map { max(0, $0 - status.usage.count - 1) }, fits: payment.exceeded == nil)
  }

  private static func history(_ history: AddressHistory) -> AddressPayments {
    AddressPayments(
      byApp: history.byApp.count, inAll: history.byAny.count, lastByAppAt: history.byApp.last,
      lastAt: history.byAny.last)
  }
}
