import OwnerAPI
import PaymentsCore
import PaymentsModel

/// "Always", as the answer to a payment: from now on the app pays up to so much a period without a question.
struct RepeatedPermission: Sendable {
  /// The largest sum of a period, fees included.
  let amount: Amount
  let period: BudgetPeriod
  /// What is allowed, as a text for the owner.
  let words: String
  private let currency: String

  /// Reads `AMOUNT/day`, `/week` or `/month`.
  ///
  /// - Throws: usage where it is none, has too many decimals, or would not even allow the payment at hand.
  init(_ text: String, for order: OrderMachine) throws(OwnerFailure) {
    let terms = order.terms
    let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
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

  /// The limits of an app with it; the others stay as they are.
  func limits(of app: AppKey, _ context: ProviderContext) async throws(OwnerFailure) -> PaymentLimits {
    var limits = try await context.grants.limits(of: app, currency)
    limits.perPeriod = amount
    limits.period = period
    limits.asking = .never
    try SpendingLimits.check(limits)
    return limits
  }
}
