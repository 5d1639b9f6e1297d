import Cryptography
import JSON
import Logging
import Orders
import PaymentsCore
import PaymentsModel
import WalletBackend

@testable import Ledger
@testable import MockWallet

/// One process of the provider: its orders, its ledger and its wallet, as they are in memory. A crash takes all of it away,
/// but for the disk and the network.
final class SimulatedProvider: OrderEnvironment {
  let providerID = "provider"
  let clock: any WallClock = SimulatedClock()
  let random: any RandomSource = SystemRandom()
  let log = Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
  let isStopping = false
  let orderSchedule = RetrySchedule(first: .seconds(1), longest: .seconds(60), quoteLifetime: .seconds(120))
  let approvalTime = Duration.seconds(600)
  let questionLimits = QuestionQueue.Limits(total: 100, perApp: 100, perMinute: 1000)
  let mostBytesOfApp: Int? = nil
  let ledger: Ledger

  init(_ store: SimulatedStore, onFatal: @escaping @Sendable () -> Void) {
    ledger = Ledger(SimulatedEngine(store)) { _ in onFatal() }
  }

  /// Makes what runs in the process, and begins to run it.
  func start(_ network: MockNetwork, _ limits: PaymentLimits) -> Orders {
    let wallets = network.currencies.compactMap { network.wallet($0) }
    let orders = Orders(
      self, wallets: wallets.map { CurrencyWallet(backend: $0, limits: limits) }, calendar: DaysOfUTC(),
      hub: ChangeHub(), reports: SimulatedReports())
    Task {
      guard (try? await orders.lock.load()) != nil, (try? await orders.recover()) != nil else { return }
      await self.watch(orders)
    }
    return orders
  }

  /// What the monitors of the wallets and the housekeeper do.
  private func watch(_ orders: Orders) async {
    while true {
      for wallet in orders.wallets.sorted {
        await SendWatch(wallet: wallet, orders: orders).look()
        _ = try? await orders.walletNews(wallet, all: true)
      }
      orders.tick()
      guard (try? await Task.sleep(for: .seconds(2))) != nil else { return }
    }
  }
}

/// The time of the schedule.
private struct SimulatedClock: WallClock {
  func now() -> Timestamp { Timestamp(milliseconds: Scheduler.now / 1_000_000) }
}

private struct DaysOfUTC: CivilCalendar {
  func day(at moment: Timestamp) -> CivilDay { CivilDay(number: moment.milliseconds / 86_400_000) }
  func start(of day: CivilDay) -> Timestamp { Timestamp(milliseconds: day.number * 86_400_000) }
}

/// Events are stored, and nobody is told.
private struct SimulatedReports: OrderReports {
  func event(of order: OrderMachine) throws(LedgerError) -> NewEvent {
    NewEvent(
      app: order.terms.app, type: "payment_order_changed", objectID: order.terms.id.rawValue, version: order.version,
      at: order.progress.updatedAt, body: Array("{}".utf8))
  }

  func event(
    lowBudget budget: BudgetStatus, of app: AppKey, _ currency: Currency, first: CivilDay, at moment: Timestamp
  ) throws(LedgerError) -> NewEvent {
    NewEvent(
      app: app, type: "budget_low", objectID: currency.code, version: first.number, at: moment, body: Array("{}".utf8))
  }

  func detail(of limits: PaymentLimits, decimals: Int) -> JSONValue? { nil }
  func changed(_ order: OrderMachine, since earlier: OrderMachine?) {}
  func questionsChanged() {}
  func walletsChanged() {}
  func walletIsNotUsed(_ currency: String, because problem: WalletProblem) {}
}
