package import Ledger
package import PaymentsCore
package import PaymentsModel
import Synchronization
import WalletBackend

/// Payment orders: takes them in, asks for the owner's yes, has wallets pay them once, and follows what becomes of them.
///
/// This is all that sessions of apps, the owner's commands and the monitors of wallets call. Orders call none of them: what
/// they tell goes to ``OrderReports`` and ``ChangeHub``.
package final class Orders: Sendable {
  package let environment: any OrderEnvironment
  let reports: any OrderReports
  package let hub: ChangeHub
  /// The wallets by currency.
  package let wallets: [String: CurrencyWallet]
  package let limits: SpendingLimits
  /// The only writer of orders.
  package let store: OrderStore
  package let lock: WalletLock
  /// The payments that wait for the owner's answer.
  package let questions: OrderQuestions
  /// What the wallets sent that no order is known for.
  package let sent = SentHistory()
  package let allowances = WorkAllowances()
  /// The delayed jobs of all orders.
  let waits = DelayQueue()
  private let open = Mutex<[OrderID: LiveOrder]>([:])

  package init(
    _ environment: any OrderEnvironment, wallets: [CurrencyWallet], calendar: any CivilCalendar, hub: ChangeHub,
    reports: any OrderReports
  ) {
    self.environment = environment
    self.reports = reports
    self.hub = hub
    self.wallets = Dictionary(wallets.map { ($0.currency.code, $0) }) { first, _ in first }
    limits = SpendingLimits(
      ledger: environment.ledger, clock: environment.clock, wallets: self.wallets, calendar: calendar,
      reports: reports)
    store = OrderStore(environment, limits: limits, reports: reports)
    lock = WalletLock(ledger: environment.ledger)
    questions = OrderQuestions(environment.questionLimits, clock: environment.clock, reports: reports)
  }

  /// The orders that are not at their end.
  package var live: [LiveOrder] { open.withLock { Array($0.values) } }

  /// The orders whose wallet is no longer configured, oldest first.
  package var withoutWallet: [OrderMachine] {
    live.filter { !$0.hasWallet }.map(\.order).sorted { $0.terms.createdAt < $1.terms.createdAt }
  }

  /// Returns an order that is not at its end; `nil` if it is, or unknown.
  package func live(_ id: OrderID) -> LiveOrder? { open.withLock { $0[id] } }

  /// Begins to look after a stored order.
  func begin(_ order: OrderMachine, wallet: CurrencyWallet, isTakenUp: Bool = true) -> LiveOrder {
    let live = LiveOrder(order, wallet: wallet, orders: self, isTakenUp: isTakenUp)
    open.withLock { $0[order.terms.id] = live }
    return live
  }

  /// Tells of a version that is stored and in force.
  func publish(_ order: OrderMachine, since earlier: OrderMachine?) {
    reports.changed(order, since: earlier)
    questions.follow(order)
    hub.changed([order.terms.id.rawValue], of: order.terms.app)
  }

  /// Forgets an order that is at its end.
  func end(_ id: OrderID) { open.withLock { $0[id] = nil } }

  /// Lets every order go on whose deadline has come.
  package func tick() {
    let now = environment.clock.now()
    for order in live where order.isTakenUp {
      if let deadline = order.read(\.nextDeadline), deadline <= now { order.post(.tick) }
    }
  }

  /// A wallet has news of payments: asks for the status of those that the network has, one after another, so that the
  /// wallet has time for other calls, and looks at those that have succeeded and may still be undone.
  ///
  /// - Parameter all: Whether payments in blocks are asked for, too, which only another block can change.
  /// - Returns: `false` if the wallet did not answer to some of the questions, which have to be asked again.
  package func walletNews(_ wallet: CurrencyWallet, all: Bool) async throws(LedgerError) -> Bool {
    for order in live {
      let isDue = order.read { order in
        order.isFollowed && order.terms.currency == wallet.currency.code && (all || order.progress.confirmations == 0)
      }
      if isDue { await order.followUp() }
    }
    return try await PaidOrders(wallet: wallet, orders: self).look(all: all)
  }
}
