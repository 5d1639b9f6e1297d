import Cryptography
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
  private(set) var acceptor: ProviderAcceptor?
  /// Its ledger, once it is open.
  private(set) var ledger: Ledger?
  private var table: OwnerMethodTable?
  private var identity: ProviderIdentity?
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
    self.identity = identity
    let ledger = try await openLedger()
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
    table =
      OwnerCommands(
        parts: parts, reload: ConfigurationReload(nil, parts: parts, report: report),
        backup: BackupStaging(
          directories: place.directories, configuration: nil, software: "simulation/1", clock: SystemWallClock()),
        daemons: DaemonDirectory(parts.core, pin: parts.pin, own: nil), url: url, ledger: "simulated",
        startedAt: parts.core.clock.now()
      ).table
    try serve(parts, identity)
    await Housekeeper(parts: parts, report: report, answering: {}, tidying: {}).run()
  }

  private var ledgerPlace: LedgerPlace {
    let folder = place.directories.ledger
    return place.database.map { .postgres($0, folder: folder, provider: identity?.id) } ?? .folder(folder)
  }

  private func openLedger() async throws -> Ledger {
    // Who stands by keeps the lock of its folder meanwhile, as `payd` does.
    var lock: LedgerLock?
    while true {
      do throws(LedgerError) {
        if place.database != nil, lock == nil { lock = try LedgerLock(folder: place.directories.ledger) }
        let ledger = try Ledger(ledgerPlace, lock: lock) { [self] error in ending = "\(error)" }
        self.ledger = ledger
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
      try await Task.sleep(for: place.interval)
    }
  }

  /// Lets apps connect, and publishes where.
  private func serve(_ parts: ProviderParts, _ identity: ProviderIdentity) throws {
    let admission = AppAdmission(apps: parts.apps, spending: parts.payments.orders.limits, documents: parts.documents)
    let acceptor = ProviderAcceptor { await admission.admit($0, $1) }
    let file = try DiscoveryFile(
      url: url, processIdentifier: 1, bootNonce: SystemRandom().bytes(count: 16),
      providerID: identity.key.verifyingKey, name: place.name, versions: "\(PaymentsMethods.specificationVersion)",
      localKey: SecretBytes(count: 32, from: SystemRandom()))
    acceptor.open(try ProviderAcceptor.Configuration(identity: identity.key, discovery: file))
    try file.publish(in: place.directories)
    self.acceptor = acceptor
    self.parts = parts
  }

  /// Asks as the owner does at this daemon's socket.
  func ask<M: OwnerMethod>(_ method: M.Type, _ params: M.Params) async throws -> M.Result {
    guard let table else { throw OwnerFailure(.stopping, "it does not serve yet") }
    let answer = await table.answer(M.name, try JSONBytesEncoder().encodeValue(params))
    return try JSONValueDecoder().decode(M.Result.self, from: try answer.get())
  }
}
