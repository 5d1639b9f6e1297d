import Cryptography
import JSON
import Ledger
import Logging
import Orders
import PaymentsCore
import PaymentsModel
import Synchronization
import TestSupport
import WalletBackend

/// Orders with a ledger in a folder of their own, and what they tell as lines that a test reads.
final class OrdersInFolder: Sendable {
  static let app = AppKey(rawValue: "alice")
  static let start = Timestamp(milliseconds: 1_700_000_000_000)

  let orders: Orders
  let clock: ManualWallClock
  let ledger: Ledger
  private let reports = ToldReports()

  /// Runs a test with orders of one approved app.
  static func with(
    _ wallets: [CurrencyWallet], scopes: [String] = ["pay"], clock: ManualWallClock = ManualWallClock(start),
    _ body: (OrdersInFolder) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    let made = try OrdersInFolder(folder, wallets, clock)
    let record = AppRecord(
      key: app, status: .approved, claimedName: "app", scopes: scopes,
      evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []), pairedAt: start,
      lastSeenAt: nil)
    do {
      try await made.ledger.write { transaction in try transaction.saveApp(record) }
      try await body(made)
    } catch {
      await made.ledger.close()
      throw error
    }
    await made.ledger.close()
  }

  private init(_ folder: ScratchFolder, _ wallets: [CurrencyWallet], _ clock: ManualWallClock) throws {
    self.clock = clock
    ledger = try Ledger(folder: folder.path + "/ledger") { _ in }
    orders = Orders(
      BareEnvironment(ledger, clock), wallets: wallets, calendar: UniversalCalendar(), hub: ChangeHub(),
      reports: reports)
  }

  /// What was told so far, such as `approved` and `submitting`.
  var told: [String] { reports.lines.withLock { $0 } }

  /// Asks for a payment.
  func submit(
    _ amount: String = "0.000001", _ currency: String = "LTC", to address: String = "to", maxFee: String? = nil,
    expiresAt: Timestamp? = nil, requestID: PaymentRequestID = .random()
  ) async throws -> OrderMachine {
    try await orders.submit(
      OrderRequest(
        app: Self.app, requestID: requestID, method: "payment_order", paramsDigest: "d", currency: currency,
        address: address, amount: try DecimalAmount(amount), maxFee: try maxFee.map { try DecimalAmount($0) },
        purpose: PaymentPurpose(description: nil), expiresAt: expiresAt, signedAt: nil)
    ).order
  }

  /// Waits until the order has a state, and returns it.
  func order(_ id: OrderID, is state: OrderState) async throws -> OrderMachine {
    let changes = orders.hub.changes(of: id.rawValue)
    while true {
      let stored = try await ledger.read { reader in try reader.order(id) }
      if let stored, stored.state == state || stored.state.isTerminal { return stored }
      await ChangeHub.next(changes, atMost: .seconds(60))
    }
  }

  /// What a program that set a PIN has stored, while this one does not know it yet.
  func setPIN() async throws {
    let record = try PinRecord(
      SecretBytes("246824".utf8), above: [:], cost: Scrypt(cost: 16, blockSize: 8, parallelization: 1),
      random: SystemRandom())
    try await ledger.write { transaction in try transaction.setSetting(PinRecord.setting, record.stored) }
  }
}

private final class BareEnvironment: OrderEnvironment {
  let providerID = "provider"
  let clock: any WallClock
  let random: any RandomSource = SystemRandom()
  let ledger: Ledger
  let log = Logger(label: "orders") { _ in SwiftLogNoOpLogHandler() }
  let isStopping = false
  let orderSchedule = RetrySchedule(first: .milliseconds(1), longest: .milliseconds(10), quoteLifetime: .seconds(600))
  let approvalTime = Duration.seconds(600)
  let questionLimits = QuestionQueue.Limits(total: 100, perApp: 100, perMinute: 100)
  let mostBytesOfApp: Int? = nil

  init(_ ledger: Ledger, _ clock: any WallClock) {
    self.ledger = ledger
    self.clock = clock
  }
}

private final class ToldReports: OrderReports {
  let lines = Mutex<[String]>([])

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

  func changed(_ order: OrderMachine, since earlier: OrderMachine?) {
    guard order.state != earlier?.state else { return }
    lines.withLock { $0.append(order.state.rawValue) }
  }

  func questionsChanged() {}
  func walletsChanged() {}
  func walletIsNotUsed(_ currency: String, because problem: WalletProblem) {
    lines.withLock { $0.append("\(currency) is not used") }
  }
}

/// Days of UTC.
struct UniversalCalendar: CivilCalendar {
  func day(at moment: Timestamp) -> CivilDay {
    CivilDay(number: (moment.milliseconds / 86_400_000))
  }

  func start(of day: CivilDay) -> Timestamp { Timestamp(milliseconds: day.number * 86_400_000) }
}
