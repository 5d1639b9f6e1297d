import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Formats budgets for people.
enum BudgetText {
  /// Formats a budget in one line, for example `0.4 LTC left now, 0.6 of 1 LTC per day used; …`.
  static func line(_ budget: Budget, now: Timestamp) -> String {
    guard budget.ask != .refuse else { return localized("the owner refuses all payments") }
    let period = localized(text: budget.period.rawValue)
    var parts: [String] = []
    if let limit = budget.perPeriod {
      let used = localized("\(budget.used.text) of \(limit.text) \(budget.currency) per \(period) used")
      parts.append(budget.left.map { localized("\($0.text) \(budget.currency) left now, \(used)") } ?? used)
    } else if let left = budget.left {
      parts.append(localized("\(left.text) \(budget.currency) left now"))
    }
    if let limit = budget.perPayment { parts.append(localized("at most \(limit.text) a payment")) }
    if let limit = budget.count, let left = budget.leftCount {
      parts.append(localized("\(left) of \(CountedText.payments(limit)) per \(period) left"))
    }
    if parts.isEmpty { parts.append(localized("no limit")) }
    parts.append(asks(budget))
    let hasPeriod = budget.perPeriod != nil || budget.count != nil
    let limits = parts.joined(separator: "; ")
    return hasPeriod ? localized("\(limits); begins anew \(MomentText.deadline(budget.resetsAt, now: now))") : limits
  }

  /// Formats what an event tells about a budget.
  static func summary(_ budget: Budget) -> String {
    let left = budget.left.map { localized("\($0.text) \(budget.currency) left") } ?? localized("little left")
    let rest = budget.leftCount.map { "\(left), \(CountedText.payments($0))" } ?? left
    return localized("\(budget.currency)  \(rest), until \(MomentText.full(budget.resetsAt))")
  }

  /// Formats what is left of a budget, after a payment that exceeded it.
  static func rest(_ failure: PaymentsFailure) -> String {
    switch (failure.left?.text, failure.resetsAt.map(MomentText.full)) {
    case (let left?, let when?): " " + localized("\(left) is left, fee included; more at \(when).")
    case (let left?, nil): " " + localized("\(left) is left, fee included.")
    case (nil, let when?): localized("; more at \(when).")
    case (nil, nil): ""
    }
  }

  private static func asks(_ budget: Budget) -> String {
    let new = budget.askNewRecipients == true
    switch budget.ask {
    case .above where new:
      return localized("the owner is asked above \(budget.askAbove?.text ?? "0"), and about new recipients")
    case .never where new: return localized("the owner is asked about new recipients")
    default: return amounts(budget)
    }
  }

  private static func amounts(_ budget: Budget) -> String {
    switch budget.ask {
    case .always: localized("the owner is asked each time")
    case .above: localized("the owner is asked above \(budget.askAbove?.text ?? "0")")
    case .never: localized("the owner is not asked")
    case .refuse: localized("the owner refuses all")
    }
  }
}
