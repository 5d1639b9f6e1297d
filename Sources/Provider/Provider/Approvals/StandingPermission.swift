import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel

/// The owner's answer "always" to a payment: from now on the app pays up to an amount per period without an approval.
struct StandingPermission: Sendable {
  /// The largest sum in a period, fees included.
  let amount: Amount
  let period: BudgetPeriod
  private let currency: String
  private let decimals: Int

  /// Parses `AMOUNT/day`, `AMOUNT/week` or `AMOUNT/month`.
  ///
  /// - Throws: usage where it is none, has too many decimals, or would not even allow the payment at hand.
  init(_ text: String, for order: OrderMachine) throws {
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
    (currency, decimals) = (terms.currency, terms.decimals)
  }

  /// Returns what is allowed, as a text for the owner.
  ///
  /// - Parameter asksForNew: whether the owner is asked about new recipients all the same.
  func words(asksForNew: Bool) -> String {
    let most = "\(amount.text(decimals: decimals)) \(currency)"
    // The owner's programs recognise whole sentences.
    return switch (period, asksForNew) {
    case (.day, false): "up to \(most) a day without asking"
    case (.week, false): "up to \(most) a week without asking"
    case (.month, false): "up to \(most) a month without asking"
    case (.day, true): "up to \(most) a day without asking, only to recipients that you have approved before"
    case (.week, true): "up to \(most) a week without asking, only to recipients that you have approved before"
    case (.month, true): "up to \(most) a month without asking, only to recipients that you have approved before"
    }
  }

  /// Returns the change of an app's limits to those including this permission. The other limits stay as they are.
  func change(of app: AppKey, _ grants: SpendingLimits) async throws -> LimitsChange {
    let before = try await grants.limits(of: app, currency)
    var limits = before
    limits.perPeriod = amount
    limits.period = period
    limits.asking = .never
    try SpendingLimits.check(limits)
    return LimitsChange(before: before, after: limits)
  }
}
