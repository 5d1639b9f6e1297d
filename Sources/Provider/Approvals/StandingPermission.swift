import JSON
import Ledger
import OwnerDoor
import PaymentsCore
import PaymentsModel

/// "Always", as the answer to a payment: from now on the app pays up to so much a period without a question.
struct StandingPermission: Sendable {
  /// The largest sum of a period, fees included.
  let amount: Amount
  let period: BudgetPeriod
  /// It in words.
  let words: String
  private let currency: String

  /// Reads `AMOUNT/day`, `/week` or `/month`.
  ///
  /// - Throws: usage where it is none, has too many decimals, or would not even allow the payment at hand.
  init(_ value: JSONValue, for order: PaymentsCore.PaymentOrder) throws(OwnerFailure) {
    let terms = order.terms
    let parts = (value.stringValue ?? "").split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let decimal = try? DecimalAmount(String(parts[0])),
      let period = BudgetPeriod(rawValue: String(parts[1]).lowercased())
    else { throw OwnerFailure(.usage, "always takes AMOUNT/day, AMOUNT/week or AMOUNT/month, such as 1.5/week") }
    guard let amount = try? Amount(decimal, decimals: terms.decimals) else {
      throw OwnerFailure(.usage, "an amount of \(terms.currency) has at most \(terms.decimals) decimals")
    }
    let total = order.total ?? terms.amount
    guard amount >= total else {
      throw OwnerFailure(
        .usage, "this payment costs \(total.text(decimals: terms.decimals)) \(terms.currency); allow at least so much")
    }
    self.amount = amount
    self.period = period
    currency = terms.currency
    words = "up to \(amount.text(decimals: terms.decimals)) \(terms.currency) a \(period.rawValue) without asking"
  }

  /// What was set before, to go back to.
  final class Before: Sendable {
    private let app: AppKey
    private let currency: String
    private let limits: PaymentLimits?

    fileprivate init(app: AppKey, currency: String, limits: PaymentLimits?) {
      self.app = app
      self.currency = currency
      self.limits = limits
    }

    func restore(_ context: ProviderContext) async throws(OwnerFailure) {
      try await context.grants.setLimits(limits, of: app, currency)
    }
  }

  /// Sets it for an app; the other limits stay as they are.
  func set(for app: AppKey, _ context: ProviderContext) async throws(OwnerFailure) -> Before {
    let (currency, grants) = (currency, context.grants)
    let found: Found
    do throws(LedgerError) {
      found = try await context.ledger.read { reader throws(LedgerError) -> Found in
        Found(
          own: try reader.paymentLimits(of: app, currency: currency),
          holding: try grants.limits(of: app, currency, reader))
      }
    } catch {
      throw OwnerFailure(error)
    }
    var limits = found.holding
    limits.perPeriod = amount
    limits.period = period
    limits.asking = .never
    try await grants.setLimits(limits, of: app, currency)
    return Before(app: app, currency: currency, limits: found.own)
  }

  private struct Found: Sendable {
    let own: PaymentLimits?
    let holding: PaymentLimits
  }
}
