import PaymentsAPI
import PaymentsModel

/// What an app may spend without a question to the owner, told in the same words wherever a pairing is shown.
package enum UnaskedSpending {
  /// `up to 0.05 LTC each, 1 LTC a day`, for each currency in which something leaves unasked; `nil` where nothing does.
  package static func words(_ limits: NamedValues<AppLimits>?) -> String? {
    guard let members = limits?.members, !members.isEmpty else { return nil }
    return members.map { words($0.value, $0.name) }.joined(separator: "; ")
  }

  private static func words(_ limits: AppLimits, _ currency: String) -> String {
    var parts = [limits.askAbove.map { "up to \($0.text) \(currency) each" } ?? "any payment of \(currency)"]
    if limits.askNewRecipients == true { parts.append("only to recipients that you have approved before") }
    if let most = limits.perPeriod { parts.append("\(most.text) \(currency) a \(limits.period.rawValue)") }
    if let most = limits.count {
      parts.append("\(most) \(most == 1 ? "payment" : "payments") a \(limits.period.rawValue)")
    }
    return parts.joined(separator: ", ")
  }
}
