import Cryptography
import JSON
import Ledger
import Logging
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import Statements
import Synchronization

/// The state that the parts of the provider share, such as the ledger, the wallets, the clock, and the sessions.
final class ProviderContext: Sendable {
  let configuration: ProviderConfiguration
  let clock: any WallClock
  let random: any RandomSource
  let ledger: Ledger
  let wallets: WalletDirectory
  let services: ServiceOffer
  let methods: MethodTable
  let openRPC: RawJSON
  let identity: ProviderIdentity
  let log: Logger
  let hub = ChangeHub()
  let requestGate = RequestGate()
  let sessions: SessionDirectory
  let allowances: AppAllowances
  let proofAllowances = ProofAllowances()
  let pairing: PairingService
  let orders = OrderRegistry()
  let sent = SentHistory()
  let notices: OwnerNotices
  let prompts: PaymentPrompts
  let pin: OwnerPIN
  let walletLock: WalletLock
  let grants: SpendingLimits
  let zone: any StatementZone
  let statements: StatementService
  let openings: OpeningService
  let documents: DocumentService
  private let stopping = StopFlag()

  init(
    configuration: ProviderConfiguration, clock: any WallClock, random: any RandomSource, ledger: Ledger,
    wallets: WalletDirectory, services: ServiceOffer, methods: MethodTable, openRPC: RawJSON,
    identity: ProviderIdentity,
    calendar: any StatementZone, log: Logger, notifiers: [any OwnerNotifier] = [],
    documents: DocumentService = DocumentService()
  ) {
    self.configuration = configuration
    self.clock = clock
    self.random = random
    self.ledger = ledger
    self.wallets = wallets
    self.services = services
    self.methods = methods
    self.openRPC = openRPC
    self.identity = identity
    self.log = log
    zone = calendar
    pairing = PairingService(clock: clock)
    sessions = SessionDirectory(
      .init(total: configuration.limits.sockets, perApp: configuration.limits.socketsPerApp))
    grants = SpendingLimits(ledger: ledger, clock: clock, wallets: wallets, calendar: calendar)
    allowances = AppAllowances(
      perSecond: configuration.limits.requestsPerSecond, burst: configuration.limits.burst)
    notices = OwnerNotices(notifiers)
    prompts = PaymentPrompts(configuration.limits, clock: clock, notices: notices)
    pin = OwnerPIN(ledger: ledger, clock: clock, random: random)
    walletLock = WalletLock(ledger: ledger)
    openings = OpeningService(clock: clock, hub: hub)
    statements = StatementService(
      StatementSource(
        ledger: ledger, clock: clock, zone: calendar, currencies: wallets.wallets.map(StatementCurrency.init),
        provider: ProviderInfo(providerID: identity.id, name: configuration.name, software: ProviderService.software),
        hub: hub, log: log, stopping: stopping))
    self.documents = documents
  }

  /// Whether the provider is ending, so that nothing new may be started.
  var isStopping: Bool { stopping.isSet }

  func stop() { stopping.set() }

  /// Returns a new identifier. Objects that are created at the same time are thereby close together in the ledger, so
  /// that a commit writes few pages.
  func newIdentifier(_ prefix: String) -> String { SortableIdentifier.make(prefix, at: clock.now()) }

  /// Logs an error of the ledger. A fatal error also ends the provider, through the ledger's `onFatal`.
  func ledgerTrouble(_ error: LedgerError) {
    log.noteTrouble(with: error)
  }
}

/// Whether the provider is ending: then nothing new is begun.
final class StopFlag: Sendable {
  private let state = Mutex(false)

  var isSet: Bool { state.withLock { $0 } }

  func set() { state.withLock { $0 = true } }
}

extension Logger {
  /// Notes a failure of the ledger, unless it was closed because the provider ends.
  func noteTrouble(with error: LedgerError) {
    guard error != .closed else { return }
    self.error("the ledger refused a write", metadata: ["error": "\(error)"])
  }
}
