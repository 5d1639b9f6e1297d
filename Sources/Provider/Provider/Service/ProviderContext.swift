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
  let statements = StatementService()
  let openings = OpeningService()
  let documents: DocumentService
  private let stopping = Mutex(false)

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
    self.documents = documents
  }

  /// Whether the provider is ending, so that nothing new may be started.
  var isStopping: Bool { stopping.withLock { $0 } }

  func stop() { stopping.withLock { $0 = true } }

  /// Returns a new identifier. Objects that are created at the same time are thereby close together in the ledger, so
  /// that a commit writes few pages.
  func newIdentifier(_ prefix: String) -> String { SortableIdentifier.make(prefix, at: clock.now()) }

  /// Returns the error that an app receives for an error of the ledger.
  func ledgerFailure(_ error: LedgerError) -> PaymentsFailure {
    ledgerTrouble(error)
    return switch error {
    case .diskFull: PaymentsFailure(.storageFull)
    case .closed: PaymentsFailure(.shuttingDown)
    default: PaymentsFailure(.internalError)
    }
  }

  /// Logs an error of the ledger. A fatal error also ends the provider, through the ledger's `onFatal`.
  func ledgerTrouble(_ error: LedgerError) {
    guard error != .closed else { return }
    log.error("the ledger refused a write", metadata: ["error": "\(error)"])
  }
}
