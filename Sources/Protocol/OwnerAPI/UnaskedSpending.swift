import DisplayText
package import PaymentsAPI
import PaymentsModel

/// What an app may spend without a question to the owner, told in the same words wherever a pairing is shown.
package enum UnaskedSpending {
  /// `up to 0.05 LTC each, 1 LTC a day`, for each currency in which something leaves unasked; `nil` where nothing does.
  package static func words(_ limits: NamedValues<AppLimits>?) -> String? {
    guard let members = limits?.members, !members.isEmpty else { return nil }
    return members.map { words($0.value, $0.name) }.joined(separator: "; ")
  }

  private static func words(_ limits: AppLimits, _ currency: String) -> String {
    var parts = [
      limits.askAbove.map { localized("up to \($0.text) \(currency) each") } ?? localized("any payment of \(currency)")
    ]
    if limits.askNewRecipients == true { parts.append(localized("only to recipients that you have approved before")) }
    if let most = limits.perPeriod { parts.append(localized("\(most.text) \(currency) a \(limits.period.word)")) }
    if let most = limits.count {
      let period = limits.period.word
      parts.append(most == 1 ? localized("1 payment a \(period)") : localized("\(most) payments a \(period)"))
    }
    return parts.joined(separator: ", ")
  }
}

extension BudgetPeriodName {
  /// The period as people read it.
  package var word: String {
    switch self {
    case .day: localized("day")
    case .week: localized("week")
    case .month: localized("month")
    }
  }
}
