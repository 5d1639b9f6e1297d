import Orders
import PaymentsCore

/// What paying and receiving work with: orders, the wallets, and the quotas of apps.
///
/// Invoices, and the methods and commands that pay or receive, are given nothing else. It knows neither the sessions of
/// apps nor the owner's commands.
final class Payments: Sendable {
  let core: ProviderCore
  let wallets: WalletDirectory
  let orders: Orders
  let quotas: AppQuotas
  /// Tells the owner's programs of changes.
  let notices: OwnerNotices
  /// The numbers by which the owner names questions.
  let questionNumbers: QuestionNumbers
  let requestGate = RequestGate()

  init(_ core: ProviderCore, wallets: WalletDirectory, calendar: any CivilCalendar, notices: OwnerNotices) {
    self.core = core
    self.wallets = wallets
    self.notices = notices
    questionNumbers = QuestionNumbers(core.ledger)
    orders = Orders(
      core, wallets: wallets.wallets, calendar: calendar, hub: core.hub,
      reports: PaymentReports(core, wallets: wallets, notices: notices))
    quotas = AppQuotas(core: core, wallets: wallets)
  }
}
