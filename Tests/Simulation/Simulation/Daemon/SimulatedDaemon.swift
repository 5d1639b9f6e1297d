import Cryptography
import Forwarding
import JSON
import Logging
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import PostgreSQL
import RPCRuntime
import SecureSession
import Supervision
import Transport
import WalletBackend

@testable import Ledger
@testable import MockWallet
@testable import Provider

/// One process of the provider, with all that `payd` has but sockets and the terminal. It ends by a kill, or by itself
/// where `payd` would.
///
/// `@unchecked Sendable`: the simulation has one thread.
final class SimulatedDaemon: @unchecked Sendable {
  /// Where a daemon runs, which outlives its processes.
  struct Place {
    /// The name of the daemon, and of its discovery file.
    let name: String
    /// Where apps find it. Each start has another port.
    let directories: PayportDirectories
    let disk: SimulatedDisk
    /// The database of the ledger; `nil` where it is a file.
    let database: PostgresAddress?
    /// How long a daemon waits before it tries again to open a ledger that another one writes.
    var interval = Duration.seconds(3)
    /// Whether it passes on to that one what apps say meanwhile.
    var passesOn = false
  }

  /// Read once, before stories are played: it is the same for all.
  static let schemas = try? PaymentsSchemas()

  let process: ProcessNumber
  let place: Place
  let port: Int
  private let network: MockNetwork
  private let limits: PaymentLimits
  private let log: Logger
  /// What it is made of, once it serves.
  private(set) var parts: ProviderParts?
  /// Takes the connections of apps, while it serves or passes on.
  private(set) var accept: (@Sendable (any MessageChannel) -> Void)?
  /// Its ledger, once it is open.
  private(set) var ledger: Ledger?
  private var table: OwnerMethodTable?
  private var forwarder: Forwarder?
  /// Why it could not open its ledger, where it would not help to try again.
  private(set) var refusal: LedgerError?
  /// Why it has ended by itself.
  private(set) var ending: String?

  init(_ process: ProcessNumber, _ place: Place, _ network: MockNetwork, _ limits: PaymentLimits, log: Logger) {
    self.process = process
    self.place = place
    self.network = network
    self.limits = limits
    self.log = log
    port = 10_000 + process.rawValue
  }

  var url: String { "ws://127.0.0.1:\(port)/v1" }

  /// Begins to run.
  func start() {
    Scheduler.within(process) {
      _ = Task {
        do {
          try await self.run()
        } catch {
          self.ending = "\(error)"
        }
      }
    }
  }

  private func run() async throws {
    guard let schemas = Self.schemas else { throw LedgerError.failed }
    var configuration = ProviderConfiguration()
    configuration.name = place.name
    let identity = try ProviderIdentity(in: place.directories, keeping: nil)
    let ledger = try await openLedger(identity)
    if try await RestoredLedger.lockIfUnvouched(ledger, at: SystemWallClock().now()) {
      log.warning("paying is locked: nobody vouches for the ledger")
    }
    let metrics = ProviderMetrics()
    let wallets = network.currencies.compactMap { network.wallet($0) }.map { backend in
      CurrencyWallet(
        backend: MeasuredWallet(backend, toldTo: WalletCallMetrics(metrics: metrics, log: log)), limits: limits)
    }
    let parts = ProviderParts(
      software: "simulation/1", configuration: configuration, clock: SystemWallClock(), random: SystemRandom(),
      ledger: ledger, wallets: WalletDirectory(wallets), services: try ServiceOffer(configuration, schemas),
      schemas: schemas, identity: identity, calendar: ZonedCalendar.utc, log: log, metrics: metrics)
    _ = try await parts.begin()
    let report = SupervisorReport(Supervisor(), parts.payments)
    let key = place.passesOn ? try DaemonIdentity(of: identity, in: place.directories).key : nil
    let daemons = DaemonDirectory(parts.core, pin: parts.pin, own: key?.publicKey)
    try await daemons.enter()
    let commands =
      OwnerCommands(
        parts: parts, reload: ConfigurationReload(nil, parts: parts, report: report),
        backup: BackupStaging(
          directories: place.directories, configuration: nil, software: "simulation/1", clock: SystemWallClock()),
        daemons: daemons, url: url, ledger: "simulated", startedAt: parts.core.clock.now())
    table = commands.table
    let acceptor = try serve(parts, identity)
    if let key { await bringForwarded(to: acceptor, commands.table, daemons, key) }
    await Housekeeper(parts: parts, report: report, answering: {}, tidying: {}).run()
  }

  private func ledgerPlace(_ identity: ProviderIdentity) -> LedgerPlace {
    let folder = place.directories.ledger
    return place.database.map { .postgres($0, folder: folder, provider: identity.id) } ?? .folder(folder)
  }

  private func openLedger(_ identity: ProviderIdentity) async throws -> Ledger {
    // Who stands by keeps the lock of its folder meanwhile, as `payd` does.
    var lock: LedgerLock?
    while true {
      do throws(LedgerError) {
        if place.database != nil, lock == nil { lock = try LedgerLock(folder: place.directories.ledger) }
        let ledger = try Ledger(ledgerPlace(identity), lock: lock) { [self] error in ending = "\(error)" }
        self.ledger = ledger
        await endForwarding()
        return ledger
      } catch {
        if error != .writtenElsewhere { log.warning("the ledger is not opened", metadata: ["error": "\(error)"]) }
        switch error {
        case .writtenElsewhere, .unreachable, .unavailable, .diskFull, .alreadyInUse: break
        // What the disk refuses now it may do after another start.
        case .failed, .unexpected: throw error
        default:
          refusal = error
          throw error
        }
      }
      if place.passesOn, forwarder == nil { try await passOn(identity) }
      try await Task.sleep(for: place.interval)
    }
  }

  /// Lets apps connect, and publishes where.
  private func serve(_ parts: ProviderParts, _ identity: ProviderIdentity) throws -> ProviderAcceptor {
    let admission = AppAdmission(apps: parts.apps, spending: parts.payments.orders.limits, documents: parts.documents)
    let acceptor = ProviderAcceptor { await admission.admit($0, $1) }
    let file = try discovery(identity)
    acceptor.open(try ProviderAcceptor.Configuration(identity: identity.key, discovery: file))
    try file.publish(in: place.directories)
    accept = { acceptor.accept($0) }
    self.parts = parts
    return acceptor
  }

  private func discovery(_ identity: ProviderIdentity) throws -> DiscoveryFile {
    try DiscoveryFile(
      url: url, processIdentifier: 1, bootNonce: SystemRandom().bytes(count: 16),
      providerID: identity.key.verifyingKey, name: place.name, versions: "\(PaymentsMethods.specificationVersion)",
      localKey: SecretBytes(count: 32, from: SystemRandom()))
  }

  // MARK: Sessions that are passed on

  /// Slower than `payd` asks, which would take most of the time of a story.
  private static var asking: ForwardingPace {
    var pace = ForwardingPace()
    (pace.busy, pace.open, pace.waiting) = (.milliseconds(50), .milliseconds(500), .milliseconds(500))
    return pace
  }

  private func tellForwarding(_ error: any Error) {
    log.warning("sessions are not passed on", metadata: ["error": "\(error)"])
  }

  /// Passes on what apps say to the daemon that writes.
  private func passOn(_ identity: ProviderIdentity) async throws {
    guard let database = place.database else { return }
    let forwarder = Forwarder(
      database, as: .standby, key: try DaemonIdentity(of: identity, in: place.directories).key, random: SystemRandom(),
      asking: Self.asking, failed: tellForwarding)
    self.forwarder = forwarder
    let file = try discovery(identity)
    forwarder.open(announcedBy: file.bytes)
    await forwarder.start()
    try file.publish(in: place.directories)
    accept = { forwarder.forward($0) }
  }

  private func endForwarding() async {
    guard let forwarder else { return }
    accept = nil
    await forwarder.stop(within: .seconds(1))
    self.forwarder = nil
  }

  /// Serves apps that have connected to the daemons that stand by, and the owner who asks there.
  private func bringForwarded(
    to acceptor: ProviderAcceptor, _ table: OwnerMethodTable, _ daemons: DaemonDirectory, _ key: DaemonKey
  ) async {
    guard let database = place.database, let lease = ledger?.lease else { return }
    let forwarder = Forwarder(
      database, as: .writer(holder: lease.holder, epoch: lease.epoch), key: key, random: SystemRandom(),
      asking: Self.asking,
      accepting: { channel, discovery in
        guard let file = try? DiscoveryFile(parsing: discovery) else { return channel.close(.internalError) }
        acceptor.accept(channel, foundBy: file)
      },
      answering: { await ForwardedQuestions.answer($0, from: $1, with: table, .local) },
      seeing: { keys in Task { await daemons.saw(keys) } }, failed: tellForwarding)
    self.forwarder = forwarder
    await forwarder.start()
  }

  /// Asks as the owner does at this daemon's socket.
  func ask<M: OwnerMethod>(_ method: M.Type, _ params: M.Params) async throws -> M.Result {
    guard let table else { throw OwnerFailure(.stopping, "it does not serve yet") }
    let answer = await table.answer(M.name, try JSONBytesEncoder().encodeValue(params))
    return try JSONValueDecoder().decode(M.Result.self, from: try answer.get())
  }
}
