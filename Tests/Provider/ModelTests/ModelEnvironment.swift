import Cryptography
import JSON
import Ledger
import Logging
import Orders
import PaymentsCore
import PaymentsModel
import WalletBackend

@testable import Provider

/// What the orders of a model work with.
final class ModelEnvironment: OrderEnvironment {
  let providerID = "provider"
  let clock: any WallClock
  let random: any RandomSource = SystemRandom()
  let ledger: Ledger
  let log = Logger(label: "model") { _ in SwiftLogNoOpLogHandler() }
  let isStopping = false
  let orderSchedule = ModelWorld.schedule
  let approvalTime = Duration.seconds(600)
  let questionLimits = QuestionQueue.Limits(total: 100, perApp: 100, perMinute: 100)
  let mostBytesOfApp: Int? = nil

  init(_ ledger: Ledger, _ clock: any WallClock) {
    self.ledger = ledger
    self.clock = clock
  }
}

/// Apps get the events that a provider would send; nobody else is told.
struct ModelReports: OrderReports {
  func event(of order: OrderMachine) throws(LedgerError) -> NewEvent { try NewEvent(order) }

  func event(
    lowBudget budget: BudgetStatus, of app: AppKey, _ currency: Currency, first: CivilDay, at moment: Timestamp
  ) throws(LedgerError) -> NewEvent {
    try NewEvent(budgetLow: .init(budget, currency), of: app, first: first, at: moment)
  }

  func detail(of limits: PaymentLimits, decimals: Int) -> JSONValue? { nil }
  func changed(_ order: OrderMachine, since earlier: OrderMachine?) {}
  func questionsChanged() {}
  func walletsChanged() {}
  func walletIsNotUsed(_ currency: String, because problem: WalletProblem) {}
}
