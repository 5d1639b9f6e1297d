import Ledger
import LightningInvoices
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import Transport

/// What the owner sees of that which waits.
enum OwnerView {
  static func pairing(
    _ question: PairingRequests.Question, number: Int?, process: String?, unasked: NamedValues<AppLimits>?,
    needsPIN: Bool
  ) -> PairingOwnerQuestion {
    PairingOwnerQuestion(
      id: question.id, app: AppNames(question.app, claimed: question.manifest.name), appID: question.manifest.appID,
      version: question.manifest.version, scopes: question.manifest.scopes,
      granted: PairingGrant(asked: question.manifest.scopes).granted, askedAt: question.since,
      expiresAt: question.until,
      needsPin: needsPIN, number: number, currencies: question.manifest.currencies, process: process, unasked: unasked)
  }

  static func payment(_ payment: WaitingPayment) -> PaymentOwnerQuestion {
    PaymentOwnerQuestion(
      id: payment.order.terms.id.rawValue, order: OwnerOrder(payment.order, payment.app, payee: payment.payee),
      paidBefore: history(payment.history), behind: payment.behind, needsPin: payment.needsPIN,
      number: payment.number, process: payment.process?.words, budget: budget(payment),
      newRecipient: BudgetRules.isNew(payment.order.terms.address, payment.budget) ? true : nil,
      shortOfFunds: payment.isShort ? true : nil)
  }

  /// What the payment leaves of the app's budget; `nil` where no limit holds.
  private static func budget(_ payment: WaitingPayment) -> QuestionBudget? {
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
    return QuestionBudget(
      period: limits.period.name, resetsAt: status.resetsAt, fits: payment.exceeded == nil,
      perPayment: limits.perPayment.map(terms.decimal), perPeriod: limits.perPeriod.map(terms.decimal),
      left: BudgetRules.left(to: terms.address, status).map(terms.decimal), leftAfter: leftAfter.map(terms.decimal),
      paymentsLeftAfter: limits.count.map { max(0, $0 - status.usage.count - 1) })
  }

  private static func history(_ history: AddressHistory) -> AddressPayments {
    AddressPayments(
      byApp: history.byApp.count, inAll: history.byAny.count, lastByAppAt: history.byApp.last,
      lastAt: history.byAny.last)
  }
}

extension AppNames {
  /// What an app is called that calls itself so, and that the owner may have given another name.
  init(_ key: AppKey, claimed: String, ownerName: String? = nil) {
    let name = key == .owner ? "you" : ownerName ?? claimed
    self.init(key: key, fingerprint: key.fingerprint, name: name, claimedName: claimed)
  }

  /// What an app is called that was paired.
  init(_ app: NamedApp) { self.init(app.record.key, claimed: app.record.claimedName, ownerName: app.grant.ownerName) }

  /// What an app is called, as the ledger has it; the names are empty if it has not.
  init(of key: AppKey, _ reader: LedgerReader) throws {
    self.init(
      key, claimed: try reader.app(key)?.claimedName ?? "", ownerName: try reader.appGrant(key).ownerName)
  }
}

extension ProviderCore {
  /// What an app is called.
  func names(of app: AppKey) async throws(LedgerError) -> AppNames {
    try await ledger.read { reader in try AppNames(of: app, reader) }
  }
}

/// What all apps are called that were ever paired.
struct NamesOfApps: Sendable {
  private let names: [AppKey: AppNames]

  init(_ reader: LedgerReader) throws {
    names = Dictionary(try NamedApp.known(reader).map { ($0.record.key, AppNames($0)) }) { first, _ in first }
  }

  /// The names are empty where the app is not known.
  subscript(app: AppKey) -> AppNames { names[app] ?? AppNames(app, claimed: "") }
}

extension OwnerOrder {
  /// An order as the owner sees it, wherever one is shown.
  ///
  /// - Parameter payee: what the owner calls the address.
  init(_ order: OrderMachine, _ app: AppNames, payee: String? = nil) {
    let (terms, progress) = (order.terms, order.progress)
    let feeCap = progress.approval?.feeCap ?? order.fee.map { FeeCap.shown(for: $0) }
    self.init(
      id: terms.id.rawValue, app: app, currency: terms.currency, amount: terms.decimalAmount, address: terms.address,
      state: order.state, group: order.state.group(waitingFor: progress.waitingFor),
      confirmations: progress.confirmations, confirmationsWanted: terms.confirmationsWanted,
      createdAt: terms.createdAt, updatedAt: progress.updatedAt, waitingFor: progress.waitingFor?.rawValue,
      inDoubt: progress.isInDoubt ? true : nil, reason: progress.failure?.rawValue, fee: order.fee.map(terms.decimal),
      feeCap: feeCap.map(terms.decimal), maxFee: terms.maxFee.map(terms.decimal),
      total: order.total.map(terms.decimal), transactionID: order.transactionID, expiresAt: terms.expiresAt,
      reversedAt: progress.reversedAt, payee: payee, description: terms.purpose.description,
      lightning: LightningClaims(address: terms.address))
  }
}

extension LightningClaims {
  /// What a Lightning invoice says; `nil` for an address.
  init?(address: String) {
    guard LightningInvoice.looksLikeOne(address), let invoice = try? LightningInvoice(address) else { return nil }
    self.init(node: invoice.payee, expiresAt: invoice.expiresAt, description: invoice.description)
  }
}
