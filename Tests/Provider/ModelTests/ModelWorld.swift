import Ledger
import Orders
import PaymentsCore
import PaymentsModel
import TestSupport
import WalletBackend

@testable import MockWallet
@testable import Provider

/// One run of the model: the provider's own machine, limits and ledger, a network with wallets, apps and an owner, and
/// the few facts that the model stores itself.
///
/// ``LiveOrder`` runs on tasks, whose sequence a test cannot control. Its work, handling events and carrying out
/// effects, is therefore done here step by step with the same rules. Everything else is the provider's own code.
final class ModelWorld {
  static let currencies = [currency("LTC", confirmations: 2, fee: 1000), currency("XMR", confirmations: 3, fee: 500)]
  static let apps = [AppKey(rawValue: "app-one"), AppKey(rawValue: "app-two")]
  static let schedule = RetrySchedule(
    first: .seconds(1), longest: .seconds(60), quoteLifetime: .seconds(120))

  let clock = ManualWallClock(Timestamp(milliseconds: 1_700_000_000_000))
  let network: MockNetwork
  /// The wallets. They are created again with each process, because their reservations of coins are in memory only.
  var wallets: WalletDirectory
  /// The limits of each app, by currency.
  let limits: [String: PaymentLimits]
  var folder: ModelFolder
  var ledger: Ledger
  var orders: Orders

  var grants: SpendingLimits { orders.limits }

  /// The time since the start in milliseconds. Setting the clock does not change it.
  var time: Int64 = 0
  var live: [ModelOrder] = []
  /// Calls that were given up and may still take effect in the wallet.
  var lateCalls: [(currency: String, intent: PaymentIntent, feeCap: Amount, signedTransaction: SignedTransaction?)] = []
  var isLocked = false
  var isDiskFull = false
  var counter = 0

  var requests: [ModelRequest] = []
  var facts: [OrderID: ModelFact] = [:]
  /// The largest number of confirmations that each transaction ever had.
  var deepest: [String: Int] = [:]
  var transcript: [String] = []
  var statistics = ModelStatistics()

  init(seed: UInt64) async throws {
    var random = SeededRandom(seed)
    var limits: [String: PaymentLimits] = [:]
    for currency in Self.currencies {
      limits[currency.currency.code] = Self.limits(&random)
    }
    network = try MockNetwork(MockNetwork.Configuration(currencies: Self.currencies, seed: seed), clock: clock)
    self.limits = limits
    wallets = try Self.wallets(on: network, limits)
    folder = try ModelFolder()
    ledger = try LedgerOpening.open(folder)
    orders = Self.orders(ledger, clock, wallets)
    let apps = Self.apps
    try await ledger.write { transaction -> Void in
      for app in apps {
        let evidence = AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: [])
        try transaction.saveApp(
          AppRecord(
            key: app, status: .approved, claimedName: "App", scopes: ["pay"], evidence: evidence,
            pairedAt: Timestamp(milliseconds: 0), lastSeenAt: nil))
      }
    }
  }

  static func wallets(
    on network: MockNetwork, _ limits: [String: PaymentLimits]
  ) throws -> WalletDirectory {
    WalletDirectory(
      try network.currencies.map { currency in
        guard let wallet = network.wallet(currency) else { throw ModelFailure("no wallet of \(currency)") }
        return CurrencyWallet(backend: wallet, limits: limits[currency] ?? .askAlways)
      })
  }

  private static func currency(_ code: String, confirmations: Int, fee: UInt128) -> MockCurrency {
    MockCurrency(
      currency: Currency(
        code: code, name: code, decimals: 8, network: "mock", uriScheme: "mock", confirmations: confirmations),
      fee: Amount(atomicUnits: fee), dust: Amount(atomicUnits: 1), funds: Amount(atomicUnits: 40_000_000), coins: 40)
  }

  /// The rules of orders, with what a process has in memory.
  static func orders(_ ledger: Ledger, _ clock: ManualWallClock, _ wallets: WalletDirectory) -> Orders {
    Orders(
      ModelEnvironment(ledger, clock), wallets: wallets.wallets, calendar: ModelCalendar(), hub: ChangeHub(),
      reports: ModelReports())
  }

  private static func limits(_ random: inout SeededRandom) -> PaymentLimits {
    let perPeriod = Amount(atomicUnits: UInt128.random(in: 1_000_000...6_000_000, using: &random))
    let asking = random.pick([.always, .never, .above(Amount(atomicUnits: 400_000))] as [PaymentLimits.Asking])
    return PaymentLimits(
      perPayment: random.percent(30) ? Amount(atomicUnits: 900_000) : nil, perPeriod: perPeriod,
      period: random.pick(BudgetPeriod.allCases) ?? .day, count: random.percent(40) ? 5 : nil,
      asking: asking ?? .always)
  }

  func note(_ text: String) {
    transcript.append(text)
  }

  func live(_ id: OrderID) -> ModelOrder? {
    live.first { $0.order.terms.id == id }
  }

  func wallet(_ currency: String) throws -> any WalletBackend {
    guard let currencyWallet = wallets.existingWallet(currency) else {
      throw ModelFailure("no currencyWallet of \(currency)")
    }
    return currencyWallet.backend
  }

  func milliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

/// A calendar with the days of UTC.
struct ModelCalendar: CivilCalendar {
  private static let length: Int64 = 86_400_000

  func day(at moment: Timestamp) -> CivilDay { CivilDay(number: moment.milliseconds / Self.length) }
  func start(of day: CivilDay) -> Timestamp { Timestamp(milliseconds: day.number * Self.length) }
}

/// Counts the situations of a run, so that a run without them is noticed.
struct ModelStatistics {
  var crashes = 0
  var ends: [OrderState: Int] = [:]
  var refusedApprovals = 0
  var exceeded = 0
  var lateCalls = 0
  var duplicates = 0
  var lowerFee = 0

  mutating func add(_ other: ModelStatistics) {
    crashes += other.crashes
    ends.merge(other.ends, uniquingKeysWith: +)
    refusedApprovals += other.refusedApprovals
    exceeded += other.exceeded
    lateCalls += other.lateCalls
    duplicates += other.duplicates
    lowerFee += other.lowerFee
  }
}
