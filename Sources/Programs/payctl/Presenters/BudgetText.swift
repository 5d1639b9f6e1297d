import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Formats budgets for people.
enum BudgetText {
  /// Formats a budget in one line, for example `0.4 LTC left now, 0.6 of 1 LTC per day used; …`.
  static func line(_ budget: Budget, now: Timestamp) -> String {
    guard budget.ask != .refuse else { return "the owner refuses all payments" }
    var parts: [String] = []
    if let limit = budget.perPeriod {
      let used = "\(budget.used.text) of \(limit.text) \(budget.currency) per \(budget.period.rawValue) used"
      parts.append(budget.left.map { "\($0.text) \(budget.currency) left now, \(used)" } ?? used)
    } else if let left = budget.left {
      parts.append("\(left.text) \(budget.currency) left now")
    }
    if let limit = budget.perPayment { parts.append("at most \(limit.text) a payment") }
    if let limit = budget.count, let left = budget.leftCount {
      parts.append("\(left) of \(CountText.text(limit, "payment")) per \(budget.period.rawValue) left")
    }
    if parts.isEmpty { parts.append("no limit") }
    parts.append(asks(budget))
    let hasPeriod = budget.perPeriod != nil || budget.count != nil
    return parts.joined(separator: "; ")
      + (hasPeriod ? "; begins anew \(MomentText.deadline(budget.resetsAt, now: now))" : "")
  }

  /// Formats what an event tells about a budget.
  static func summary(_ budget: Budget) -> String {
    let left = budget.left.map { "\($0.text) \(budget.currency) left" } ?? "little left"
    let count = budget.leftCount.map { ", " + CountText.text($0, "payment") } ?? ""
    return "\(budget.currency)  \(left)\(count), until \(MomentText.full(budget.resetsAt))"
  }

  /// Formats what is left of a budget, after a payment that exceeded it.
  static func rest(_ failure: PaymentsFailure) -> String {
    let left = failure.left.map { " \($0.text) is left, fee included" } ?? ""
    let when = failure.resetsAt.map { "; more at \(MomentText.full($0))" } ?? ""
    return left.isEmpty && when.isEmpty ? "" : left + when + "."
  }

  private static func asks(_ budget: Budget) -> String {
    let new = budget.askNewRecipients == true
    switch budget.ask {
    case .above where new: return "the owner is asked above \(budget.askAbove?.text ?? "0"), and about new recipients"
    case .never where new: return "the owner is asked about new recipients"
    default: return amounts(budget)
    }
  }

  private static func amounts(_ budget: Budget) -> String {
    switch budget.ask {
    case .always: "the owner is asked each time"
    case .above: "the owner is asked above \(budget.askAbove?.text ?? "0")"
    case .never: "the owner is not asked"
    case .refuse: "the owner refuses all"
    }
  }
}
