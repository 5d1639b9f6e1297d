import PaymentsCore

/// What paying and receiving work with: the wallets, the open orders, and what decides whether an order may be paid.
///
/// Orders, invoices, sends and the monitors of the wallets are given nothing else. The sessions of apps and the owner's
/// commands use it; it knows neither of them.
final class Payments: Sendable {
  let core: ProviderCore
  let wallets: WalletDirectory
  /// The processes of the orders that have not ended.
  let orders = OrderRegistry()
  /// What the wallets sent that no order is known for.
  let sent = SentHistory()
  /// The payments that wait for the owner's answer.
  let prompts: PaymentPrompts
  let walletLock: WalletLock
  let grants: SpendingLimits
  let quotas: AppQuotas
  /// Tells the owner's programs of changes.
  let notices: OwnerNotices
  /// The only writer of orders.
  let store: OrderStore
  let requestGate = RequestGate()
  let allowances = WorkAllowances()

  init(_ core: ProviderCore, wallets: WalletDirectory, calendar: any CivilCalendar, notices: OwnerNotices) {
    self.core = core
    self.wallets = wallets
    self.notices = notices
    prompts = PaymentPrompts(core.limits, clock: core.clock, notices: notices)
    walletLock = WalletLock(ledger: core.ledger)
    grants = SpendingLimits(ledger: core.ledger, clock: core.clock, wallets: wallets, calendar: calendar)
    quotas = AppQuotas(ledger: core.ledger, settings: core.settings, wallets: wallets)
    store = OrderStore(ledger: core.ledger, grants: grants, quotas: quotas)
  }
}
