import Cryptography
import Documents
import Files
import Forwarding
import JSON
import Ledger
public import Logging
import Orders
import OwnerAPI
import OwnerSocket
import PaymentsAPI
import PaymentsCore
public import PaymentsModel
import Platform
import PostgreSQL
public import RPCRuntime
public import ServiceLifecycle
public import Supervision
import Transport
import UnixSignals
import WalletBackend
import WebSocketTransport

/// The provider as a service. It opens the ledger, continues the open orders, starts the server for apps and the
/// owner's socket, publishes the discovery file, and runs until it is stopped.
///
/// Stopping undoes these steps in reverse: no connection is accepted any more, sessions are ended with an encrypted
/// message, and running writes are completed. A payment needs no further care, because its state is in the ledger at
/// every moment.
public struct ProviderService: Service {
  static var processID: Int32 { getpid() }

  private let software: String
  private var configuration: ProviderConfiguration
  private let directories: PayportDirectories
  private let identity: ProviderIdentity?
  private let log: Logger
  private var clock: any WallClock
  private let notifiers: [any OwnerNotifier]
  private let supervisor: Supervisor
  private let sockets: ActivationSockets
  private let source: ConfigurationSource?
  private let onReady: @Sendable (_ url: String) -> Void
  /// Whether another provider wrote the ledger before.
  private var hasWaited = false
  /// What is known of a ledger that several providers share; `nil` for one in a file.
  private var watch: LedgerWatch?

  /// Creates a provider that is not running yet.
  ///
  /// - Parameters:
  ///   - software: The name and version of the program, such as `payd/0.9.0`, which apps and statements show.
  ///   - identity: The provider's key, if it was read before. Otherwise it is read at the start, without a passphrase.
  ///   - notifiers: Show questions to the owner, in addition to the owner's socket.
  ///   - supervisor: The service manager that started this process, which is told how the provider is doing.
  ///   - sockets: The listening sockets that it passed, used in place of own ones.
  ///   - source: Where the configuration was read from. SIGHUP and the owner have it read again.
  ///   - onReady: Called once connections are accepted and the discovery file is published.
  public init(
    software: String, configuration: ProviderConfiguration, directories: PayportDirectories,
    identity: ProviderIdentity? = nil, log: Logger, clock: any WallClock = SystemWallClock(),
    notifiers: [any OwnerNotifier] = [], supervisor: Supervisor = Supervisor(), sockets: ActivationSockets = .none,
    source: ConfigurationSource? = nil, onReady: @escaping @Sendable (_ url: String) -> Void
  ) {
    self.software = software
    self.configuration = configuration
    self.directories = directories
    self.identity = identity
    var limited = log
    limited.handler = LimitedLog(log.handler, quota: LogQuota())
    self.log = limited
    self.clock = clock
    self.notifiers = notifiers
    self.supervisor = supervisor
    self.sockets = sockets
    self.source = source
    self.onReady = onReady
  }

  /// Runs until graceful shutdown or cancellation.
  ///
  /// - Throws: ``ProviderStartError``. Nothing is open or published in that case.
  public func run() async throws {
    let random = SystemRandom()
    // Until there is something to reload, and while this provider stands by, a hangup would end it.
    if source != nil { signal(SIGHUP, SIG_IGN) }
    try makeFolder(directories.state)
    let identity = try identity ?? ProviderIdentity(in: directories, keeping: configuration.keys)
    let metrics = ProviderMetrics()
    let watch = LedgerWatch(log)
    let opening = LedgerOpening(
      directories: directories, configuration: configuration, identity: identity, log: log, supervisor: supervisor,
      metrics: metrics, watch: watch, sockets: sockets,
      itself: StandbyServer.Itself(
        software: software, ledger: ledgerName, configuration: source?.path, startedAt: clock.now()),
      random: random)
    guard let (ledger, hasWaited) = try await opening.open() else { return }
    do {
      var shared = self
      if ledger.lease != nil {
        watch.become(.writer)
        shared.watch = watch
        shared.clock = SharedWallClock(machine: clock, watch: watch)
      }
      var (service, wallets) =
        try hasWaited ? shared.withPresentConfiguration(metrics) : (shared, shared.makeWallets(metrics))
      service.hasWaited = hasWaited
      try await service.run(with: ledger, identity: identity, wallets: wallets, metrics: metrics, random: random)
    } catch {
      await ledger.close()
      // What the ledger failed with during the start is told as the reason why there was none.
      if let error = error as? LedgerError { throw ProviderStartError.ledger("\(error)") }
      throw error
    }
    await ledger.close()
  }

  /// Refuses a file that came from a database with the ledger of a provider with another key.
  private func checkOwner(of ledger: Ledger, _ identity: ProviderIdentity) async throws {
    let owner = try await ledger.read { reader in try reader.setting("provider_id") }
    guard let owner, owner != identity.id else { return }
    throw ProviderStartError.unusableLedger(.ofOtherProvider(owner), folder: directories.ledger)
  }

  /// Stops paying where nobody knows whether the owner's last words are in the ledger.
  private func lockIfUnvouched(_ ledger: Ledger) async throws {
    guard try await RestoredLedger.lockIfUnvouched(ledger, at: clock.now()) else { return }
    log.log(
      level: .ownersTurn,
      """
      paying is locked: the state folder knew nothing of this ledger, and no other provider was seen writing it; if it is \
      an older copy, it lacks invoices, and what you locked, revoked, lowered or denied since; look, then unlock
      """,
      metadata: ["type": "payd unlock"])
  }

  /// Refuses a ledger of other money than the wallets have, and notes the money of one that is new.
  private func checkMoney(of ledger: Ledger, _ currencies: [Currency]) async throws {
    let mismatch = try await ledger.write { transaction -> LedgerMoney.Mismatch? in
      if let mismatch = try LedgerMoney.mismatch(of: currencies, with: transaction) { return mismatch }
      try LedgerMoney.note(currencies, in: transaction)
      return nil
    }
    if let mismatch { throw ProviderStartError.otherMoney(mismatch, ledger: ledgerName) }
  }

  /// This provider with the configuration as it is now: one that stood by may have waited for weeks, while its owner
  /// lowered limits. One that cannot be used is told, and what was read at the start applies.
  private func withPresentConfiguration(
    _ metrics: ProviderMetrics
  ) throws -> (service: ProviderService, wallets: [CurrencyWallet]) {
    guard let source else { return (self, try makeWallets(metrics)) }
    do {
      var service = self
      service.configuration = try source.read()
      guard service.configuration.ledger == configuration.ledger else {
        throw ConfigurationFault(words: "it names another ledger; start payd again")
      }
      _ = try service.calendar()
      return (service, try service.makeWallets(metrics))
    } catch {
      let why = (error as? ConfigurationFault)?.words ?? "\(error)"
      log.log(
        level: .ownersTurn, "the configuration was not read again; what was read at the start applies",
        metadata: ["why": "\(why)"])
      return (self, try makeWallets(metrics))
    }
  }

  private func makeWallets(_ metrics: ProviderMetrics) throws -> [CurrencyWallet] {
    try WalletFactory(
      configuration: configuration, clock: clock, stateFolder: directories.state, metrics: metrics, log: log
    ).make()
  }

  private func run(
    with ledger: Ledger, identity: ProviderIdentity, wallets: [CurrencyWallet], metrics: ProviderMetrics,
    random: SystemRandom
  ) async throws {
    // The key may have been read long ago, while the owner was asked for the passphrase. From now on nobody can restore
    // a backup any more, and one that was restored meanwhile brought its own key.
    try UnfinishedRestore.check(directories)
    try identity.checkIsStored(in: directories)
    try await checkOwner(of: ledger, identity)
    try await lockIfUnvouched(ledger)
    try await checkMoney(of: ledger, wallets.map(\.currency))
    try BackupStaging.removeLeftovers(directories)
    try await serve(
      try await makeParts(ledger, identity: identity, wallets: wallets, random: random, metrics: metrics), random)
  }

  private func serve(_ parts: ProviderParts, _ random: SystemRandom) async throws {
    let daemon = try configuration.ledger.map { _ throws(ProviderStartError) in
      try DaemonIdentity(of: parts.identity, in: directories)
    }
    let daemons = DaemonDirectory(parts.core, pin: parts.pin, own: daemon?.publicKey)
    try await daemons.enter()
    await parts.core.audit("provider.started", ["software": .string(software)])
    let monitors = try await parts.begin()
    defer { monitors.end() }
    let server = try await AppServer.open(parts, directories: directories, passed: sockets.apps, random)
    let report = SupervisorReport(supervisor, parts.payments)
    let reload = ConfigurationReload(source, parts: parts, report: report)
    let backup = BackupStaging(
      directories: directories, configuration: source?.path, software: software, clock: clock)
    let commands = OwnerCommands(
      parts: parts, reload: reload, backup: backup, daemons: daemons, url: server.url,
      ledger: ledgerName, startedAt: clock.now())
    let table = commands.table
    let forwarder = forwarder(parts, server: server, table: table, daemon: daemon, daemons: daemons, random: random)
    let owner = OwnerSocketServer(
      path: directories.ownerSocket, passed: sockets.owner,
      streaming: [WatchQuestions.name: { _, stream in parts.apps.notices.watch(stream) }],
      handler: { await table.answer($0, $1, from: .atSocket($1)) })
    do throws(OwnerFailure) {
      try owner.start()
    } catch {
      await server.close()
      throw ProviderStartError.ownerSocket(error.message)
    }
    // The catalogue is written before the discovery file, so that apps which find the provider also find its catalogue.
    await parts.services.keepFiles(parts.payments.wallets.currencies)
    do {
      try await parts.documents.start(parts.apps)
      try await server.begin()
      try server.publish()
    } catch {
      parts.documents.stop()
      owner.stop()
      await server.close()
      throw error
    }
    await forwarder?.start()
    if hasWaited { log.log(level: .ownersBusiness, "took over the ledger") }
    onReady(server.url)
    report.ready()
    await work(parts, server: server, report: report, reload: reload)
    supervisor.tell(.stopping)
    parts.core.stopping.set()
    parts.documents.stop()
    monitors.end()
    server.withdraw()
    owner.stop()
    await server.close()
    await forwarder?.stop(within: .seconds(1))
    // After an error, the owner sees when the apps connected before.
    try? await parts.apps.lastConnections.store(in: parts.core.ledger)
    await parts.core.audit("provider.stopped", ["software": .string(software)])
  }

  /// Where the ledger is, for people.
  private var ledgerName: String { configuration.ledger?.description ?? directories.ledger }

  /// Makes what brings the sessions of apps that have connected to other providers of the ledger; `nil` where there can be
  /// none.
  private func forwarder(
    _ parts: ProviderParts, server: AppServer, table: OwnerMethodTable, daemon: DaemonIdentity?,
    daemons: DaemonDirectory, random: SystemRandom
  ) -> Forwarder? {
    guard let address = configuration.ledger, let daemon, let lease = parts.core.ledger.lease else { return nil }
    let settings = parts.core.settings
    return Forwarder(
      address, as: .writer(holder: lease.holder, epoch: lease.epoch), key: daemon.key, random: random,
      accepting: { server.accept($0, foundBy: $1) },
      answering: { await ForwardedQuestions.answer($0, from: $1, with: table, settings.ownerQuestions) },
      seeing: { keys in Task { await daemons.saw(keys) } },
      failed: { [log] in StandbyServer.note($0, log) })
  }

  /// Runs the periodic work until shutdown.
  private func work(
    _ parts: ProviderParts, server: AppServer, report: SupervisorReport, reload: ConfigurationReload
  ) async {
    await withTaskGroup(of: Void.self) { group in
      if source != nil {
        group.addTask {
          // What is wrong with the file is in the log.
          for await _ in await UnixSignalsSequence(trapping: .sighup) { _ = try? await reload.reload(OwnerNothing()) }
        }
      }
      let keeper = Housekeeper(
        parts: parts, report: report, answering: server.answer, tidying: { UnusedMemory.release() })
      group.addTask { await keeper.run() }
      group.addTask { await parts.apps.notices.run(parts.decisions) }
      if let watch {
        group.addTask { await LeaseGuard(watch: watch, server: server, ledger: parts.core.ledger, log: log).run() }
      }
      // Cancellation has the same meaning as a graceful shutdown here.
      try? await gracefulShutdown()
      group.cancelAll()
    }
  }

  /// Returns the calendar of the owner's time zone. Where several providers share the ledger, it is that of the first one,
  /// because days that began at other times on other machines would count limits anew.
  private func calendar(_ ledger: Ledger) async throws -> ZonedCalendar {
    let own = try calendar()
    // A zone that has no name says nothing to another machine.
    guard configuration.ledger != nil, ZonedCalendar(named: own.name) != nil else { return own }
    let stored = try await ledger.read { reader in try reader.setting("time_zone") }
    if stored != own.name, stored == nil || !configuration.timeZone.isEmpty {
      try await ledger.write { transaction in try transaction.setSetting("time_zone", own.name) }
    }
    guard let stored, stored != own.name else { return own }
    guard configuration.timeZone.isEmpty, let shared = ZonedCalendar(named: stored) else {
      log.log(
        level: .ownersTurn, "limits begin again at the midnights of another time zone than before",
        metadata: ["time_zone": "\(own.name)", "before": "\(stored)"])
      return own
    }
    return shared
  }

  private func calendar() throws(ProviderStartError) -> ZonedCalendar {
    let name = configuration.timeZone
    if let fault = configuration.timeZoneFault {
      throw .configuration(ConfigurationError(line: 0, problem: fault))
    }
    if !name.isEmpty, let calendar = ZonedCalendar(named: name) { return calendar }
    if let calendar = ZonedCalendar.system() { return calendar }
    log.log(
      level: .ownersTurn, "the time zone of this machine is unknown; budgets start again at midnight UTC")
    return ZonedCalendar.utc
  }

  private func makeFolder(_ path: String) throws(ProviderStartError) {
    do {
      _ = try PrivateFolder(creating: path)
    } catch {
      throw .folder(path: path, why: "\(error)")
    }
  }

  private func makeParts(
    _ ledger: Ledger, identity: ProviderIdentity, wallets: [CurrencyWallet], random: SystemRandom,
    metrics: ProviderMetrics
  ) async throws -> ProviderParts {
    let calendar = try await calendar(ledger)
    do {
      let schemas = try PaymentsSchemas()
      let folder = CatalogueFolder(state: directories.state, schemas: schemas, log: log)
      let services = try ServiceOffer(configuration, schemas, folder: folder)
      if services.status == .disabled {
        log.log(
          level: .ownersBusiness,
          "the service payments is disabled, by its status or in this country: it begins nothing new")
      }
      return ProviderParts(
        software: software, configuration: configuration, clock: clock, random: random, ledger: ledger,
        wallets: WalletDirectory(wallets), services: services, schemas: schemas, identity: identity, calendar: calendar,
        log: log, notifiers: notifiers,
        documents: configuration.documents.isAccepted
          ? DocumentService(
            stateFolder: directories.state,
            DocumentRules(
              try DocumentReader(schemas: schemas), key: identity.key, freshness: configuration.documents.freshness))
          : DocumentService(), metrics: metrics, watch: watch)
    } catch {
      throw ProviderStartError.internalError("a schema is malformed: \(error)")
    }
  }
}
