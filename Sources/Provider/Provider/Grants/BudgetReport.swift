import Ledger
import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel

extension PaymentsAPI.Budget {
  /// Creates the budget as apps receive it.
  init(_ status: BudgetStatus, _ currency: Currency) {
    let limits = status.limits
    func decimal(_ amount: Amount) -> DecimalAmount { amount.decimal(decimals: currency.decimals) }
    var askAbove: DecimalAmount?
    if case .above(let most) = limits.asking { askAbove = decimal(most) }
    self.init(
      currency: currency.code, period: limits.period.name, ask: limits.asking.name, used: decimal(status.usage.amount),
      usedCount: status.usage.count, resetsAt: status.resetsAt, askAbove: askAbove,
      askNewRecipients: limits.asksForNewRecipients ? true : nil,
      perPayment: limits.perPayment.map(decimal), perPeriod: limits.perPeriod.map(decimal), count: limits.count,
      left: BudgetRules.left(status).map(decimal), leftCount: limits.count.map { max($0 - status.usage.count, 0) })
  }
}

extension BudgetPeriod {
  /// The name of the period in the API.
  var name: BudgetPeriodName {
    switch self {
    case .day: .day
    case .week: .week
    case .month: .month
    }
  }
}

extension PaymentLimits.Asking {
  /// The name in the API.
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
  /// Returns the error that an app receives for a payment that exceeds a limit.
  static func exceeded(_ exceeded: BudgetExceeded, _ wallet: CurrencyWallet) -> PaymentsFailure {
    .budgetExceeded(rule: exceeded.limit.rawValue, left: wallet.decimal(exceeded.left), resetsAt: exceeded.resetsAt)
  }
}

extension SpendingLimits {
  /// Returns the budgets of an app in some currencies; `nil` stands for all currencies.
  func budgets(
    of app: AppKey, in currencies: [String]?, _ reader: LedgerReader
  ) throws -> [PaymentsAPI.Budget] {
    let now = clock.now()
    var budgets: [PaymentsAPI.Budget] = []
    for wallet in wallets.sorted where currencies?.contains(wallet.currency.code) ?? true {
      let status = try status(of: app, wallet.currency.code, at: now, reader)
      budgets.append(.init(status, wallet.currency))
    }
    return budgets
  }
}
