import Cryptography
import Ledger
import Logging
import Orders
import PaymentsAPI
import PaymentsModel
import ServiceHost
import Statements

/// The parts of the provider, put together. Only the service and the two tables of methods see all of them; each part
/// is given what it uses.
final class ProviderParts: Sendable {
  let configuration: ProviderConfiguration
  let identity: ProviderIdentity
  let core: ProviderCore
  let payments: Payments
  let apps: AppConnections
  let services: ServiceOffer
  let statements: StatementService
  let openings: OpeningService
  let documents: DocumentService
  let pin: OwnerPIN

  init(
    software: String, configuration: ProviderConfiguration, clock: any WallClock, random: any RandomSource,
    ledger: Ledger, wallets: WalletDirectory, services: ServiceOffer, schemas: PaymentsSchemas,
    identity: ProviderIdentity,
    calendar: any StatementZone, log: Logger, notifiers: [any OwnerNotifier] = [],
    documents: DocumentService = DocumentService(), metrics: ProviderMetrics = ProviderMetrics(),
    watch: LedgerWatch? = nil
  ) {
    let core = ProviderCore(
      of: identity, software: software, configuration, clock: clock, random: random, ledger: ledger, log: log,
      metrics: metrics, watch: watch)
    let notices = OwnerNotices(notifiers, log)
    notices.notify(by: configuration)
    let payments = Payments(core, wallets: wallets, calendar: calendar, notices: notices)
    let statements = StatementService(
      StatementSource(core, zone: calendar, currencies: wallets.wallets.map(StatementCurrency.init)))
    let openings = OpeningService(clock: clock, hub: core.hub)
    let sessions = SessionDirectory(.init(total: core.limits.sockets, perApp: core.limits.socketsPerApp))
    let methods = ProviderMethods(
      payments: payments, services: services, statements: statements, openings: openings, sessions: sessions,
      documents: documents)
    self.configuration = configuration
    self.identity = identity
    self.core = core
    self.payments = payments
    self.services = services
    self.statements = statements
    self.openings = openings
    self.documents = documents
    apps = AppConnections(core, methods: methods.table(schemas), sessions: sessions, notices: notices)
    pin = OwnerPIN(ledger: ledger, clock: clock, random: random)
  }

  /// The answers to the owner's questions, and the owner's answers to the provider's.
  var decisions: OwnerDecisions { OwnerDecisions(payments: payments, apps: apps, pin: pin, documents: documents) }
}
