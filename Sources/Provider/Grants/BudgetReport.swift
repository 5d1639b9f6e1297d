import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel

extension PaymentsAPI.Budget {
  /// A budget as the wire shows it.
  init(_ standing: BudgetStanding, _ currency: Currency) {
    let limits = standing.limits
    func decimal(_ amount: Amount) -> DecimalAmount { amount.decimal(decimals: currency.decimals) }
    var askAbove: DecimalAmount?
    if case .above(let most) = limits.asking { askAbove = decimal(most) }
    self.init(
      currency: currency.code, period: limits.period.name, ask: limits.asking.name, askAbove: askAbove,
      perPayment: limits.perPayment.map(decimal), perPeriod: limits.perPeriod.map(decimal), count: limits.count,
      used: decimal(standing.usage.amount), usedCount: standing.usage.count,
      left: BudgetRules.left(standing).map(decimal),
      leftCount: limits.count.map { max($0 - standing.usage.count, 0) }, resetsAt: standing.resetsAt)
  }
}

extension BudgetPeriod {
  /// The word of the wire.
  var name: BudgetPeriodName {
    switch self {
    case .day: .day
    case .week: .week
    case .month: .month
    }
  }
}

extension PaymentLimits.Asking {
  /// The word of the wire.
  var name: PaymentsAPI.Asking {
    switch self {
    case .always: .always
    case .above: .above
    case .never: .never
    case .refuse: .refuse
    }
  }
}

extension PaymentsFailure {
  /// What a payment that does not fit means on the wire.
  static func exceeded(_ exceeded: BudgetExceeded, _ desk: WalletDesk) -> PaymentsFailure {
    .budgetExceeded(rule: exceeded.limit.rawValue, left: desk.decimal(exceeded.left), resetsAt: exceeded.resetsAt)
  }
}

extension GrantDesk {
  /// The budgets of an app in some currencies, all where `nil`.
  func budgets(
    of app: AppKey, in currencies: [String]?, _ reader: LedgerReader
  ) throws(LedgerError) -> [PaymentsAPI.Budget] {
    let now = clock.now()
    var budgets: [PaymentsAPI.Budget] = []
    for desk in wallets.desks where currencies?.contains(desk.currency.code) ?? true {
      let standing = try standing(of: app, desk.currency.code, at: now, reader)
      budgets.append(.init(standing, desk.currency))
    }
    return budgets
  }
}
