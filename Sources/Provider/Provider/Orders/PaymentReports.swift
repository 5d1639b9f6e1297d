import JSON
import Ledger
import Logging
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// What orders tell, in the words of apps, of the owner's programs, of the log and of the metrics.
final class PaymentReports: OrderReports {
  private let core: ProviderCore
  private let wallets: WalletDirectory
  private let notices: OwnerNotices

  init(_ core: ProviderCore, wallets: WalletDirectory, notices: OwnerNotices) {
    self.core = core
    self.wallets = wallets
    self.notices = notices
  }

  func event(of order: OrderMachine) throws(LedgerError) -> NewEvent { try NewEvent(order) }

  func event(
    lowBudget budget: BudgetStatus, of app: AppKey, _ currency: Currency, first: CivilDay, at moment: Timestamp
  ) throws(LedgerError) -> NewEvent {
    try NewEvent(budgetLow: PaymentsAPI.Budget(budget, currency), of: app, first: first, at: moment)
  }

  func detail(of limits: PaymentLimits, decimals: Int) -> JSONValue? {
    // Limits are plain values, which are always encoded.
    try? JSONBytesEncoder().encodeValue(GrantView.limits(limits, decimals: decimals))
  }

  func changed(_ order: OrderMachine, since earlier: OrderMachine?) {
    core.note(order, since: earlier)
    guard let earlier else { return }
    if let money = MoneyMoved(order, since: earlier) { notices.moved(money) }
    guard order.progress.reversedAt != nil, earlier.progress.reversedAt == nil else { return }
    core.metrics.count(.paymentsReversed, [("currency", order.terms.currency)])
    core.log.log(
      level: .ownersTurn,
      "a payment that had succeeded was taken back: another transaction has spent its coins",
      metadata: ["order": "\(order.terms.id.rawValue)", "currency": "\(order.terms.currency)"])
  }

  func questionsChanged() { notices.changed() }

  func walletsChanged() { wallets.refresh() }

  func walletIsNotUsed(_ currency: String, because problem: WalletProblem) {
    core.log.log(
      level: .ownersTurn, "nothing is paid: the wallet is not the one that the ledger knows",
      metadata: ["currency": "\(currency)", "why": "\(WalletTrouble(problem).sentence)"])
  }
}
