import Cryptography
import Ledger
import Logging
import Orders
import PostgreSQL
import RPCRuntime
import ServiceLifecycle
import Supervision

/// Opens the ledger of a provider. Of several providers with one ledger, the first writes it and answers apps; the others
/// stand by, pass on to it what apps say to them, and one of them takes over when the first ends, however it ends.
struct LedgerOpening {
  /// How often a standby looks whether it can take over.
  private static let interval: Duration = .milliseconds(500)
  /// What the service manager shows of a standby that could take over.
  private static let status = "standby: another provider writes the ledger"

  let directories: PayportDirectories
  let configuration: ProviderConfiguration
  let identity: ProviderIdentity
  let log: Logger
  let supervisor: Supervisor
  let metrics: ProviderMetrics
  let watch: LedgerWatch
  let sockets: ActivationSockets
  let itself: StandbyServer.Itself
  let random: SystemRandom
  private let witness = LedgerWitness()

  private var place: LedgerPlace {
    guard let address = configuration.ledger else { return .folder(directories.ledger) }
    return .postgres(address, folder: directories.ledger, provider: identity.id)
  }

  /// Opens the ledger when no other provider writes it; `nil` if this one is stopped before.
  ///
  /// - Returns: The ledger, and whether it had to be waited for.
  func open() async throws -> (ledger: Ledger, hasWaited: Bool)? {
    // Two that stood by with one folder would be in each other's way when they take over.
    let lock = try configuration.ledger.map { _ in try lockFolder() }
    if let ledger = try openNow(lock) { return (ledger, false) }
    guard let address = configuration.ledger else { return nil }
    watch.become(.standby)
    // In sockets that the service manager made, apps wait until this provider takes over.
    guard sockets == .none else {
      log.log(level: .ownersBusiness, "another provider writes the ledger: waiting to take over when it ends")
      return try await standBy(lock).map { ($0, true) }
    }
    log.log(
      level: .ownersBusiness,
      "another provider writes the ledger: passing on to it what apps say, and waiting to take over when it ends")
    let server = await standbyServer(address)
    let ledger: Ledger?
    do {
      ledger = try await standBy(lock)
    } catch {
      await server?.close()
      throw error
    }
    // The port and the name are free then for the server of the provider that writes.
    await server?.close()
    return ledger.map { ($0, true) }
  }

  private func lockFolder() throws(ProviderStartError) -> LedgerLock {
    do throws(LedgerError) {
      return try LedgerLock(folder: directories.ledger)
    } catch {
      throw failure(error)
    }
  }

  /// What serves apps and the owner meanwhile. Without it, this provider can still take over.
  private func standbyServer(_ address: PostgresAddress) async -> StandbyServer? {
    do throws(ProviderStartError) {
      return try await StandbyServer.open(
        configuration, ledger: address, identity: identity, directories: directories, itself: itself, metrics: metrics,
        watch: watch, log: log, random: random)
    } catch {
      log.log(
        level: .ownersTurn, "apps and the owner cannot use this provider while it stands by",
        metadata: ["error": "\(error)"])
      return nil
    }
  }

  private func standBy(_ lock: LedgerLock?) async throws -> Ledger? {
    // A service manager does not wait for long for what it starts.
    supervisor.tell(.ready, .status(Self.status))
    var obstacle: LedgerError?
    while !Task.isCancelled {
      let before = obstacle
      if let ledger = try openNow(lock, despite: &obstacle) {
        // Whether it can go on from here is not known before all that it needs was read.
        log.log(level: .ownersBusiness, "takes over the ledger")
        return ledger
      }
      if obstacle != before { tell(obstacle) }
      supervisor.tell(.alive)
      do {
        try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) }
      } catch {
        return nil
      }
    }
    return nil
  }

  /// Tells why this provider could not take over at present, if it could not.
  private func tell(_ obstacle: LedgerError?) {
    guard let obstacle else {
      log.log(level: .ownersBusiness, "this provider can take over the ledger again")
      return supervisor.tell(.status(Self.status))
    }
    let words = LedgerFault(obstacle)?.words(in: shown) ?? "\(obstacle) (\(shown))"
    log.log(level: .ownersTurn, "this provider could not take over the ledger now", metadata: ["why": "\(words)"])
    supervisor.tell(.status("standby, and could not take over now: \(words)"))
  }

  /// The name of the ledger for people.
  private var shown: String { configuration.ledger?.description ?? directories.ledger }

  /// Opens the ledger while the server may be away for a while, as when it is started again.
  ///
  /// - Parameter obstacle: Why it could not be opened; `nil` if another provider writes it.
  /// - Returns: `nil` if it could not be opened.
  private func openNow(_ lock: LedgerLock?, despite obstacle: inout LedgerError?) throws(ProviderStartError) -> Ledger?
  {
    do throws(LedgerError) {
      return try ledger(lock)
    } catch {
      switch error {
      case .writtenElsewhere: obstacle = nil
      case .unreachable, .unavailable, .diskFull, .unexpected: obstacle = error
      default: throw failure(error)
      }
      return nil
    }
  }

  /// - Returns: `nil` while another provider writes.
  private func openNow(_ lock: LedgerLock?) throws(ProviderStartError) -> Ledger? {
    do throws(LedgerError) {
      return try ledger(lock)
    } catch {
      guard error != .writtenElsewhere else { return nil }
      throw failure(error)
    }
  }

  private func ledger(_ lock: LedgerLock?) throws(LedgerError) -> Ledger {
    try Ledger(
      place, lock: lock, witness: witness, observer: LedgerReach(metrics, watch: watch, log),
      onFatal: LedgerFailureEndsProcess(log: log).ledgerFailed)
  }

  private func failure(_ error: LedgerError) -> ProviderStartError {
    switch error {
    case .lostItsEnd where configuration.ledger != nil:
      return .unusableLedger(.putBack(database: shown), folder: directories.ledger)
    case .alreadyInUse(let pid): return .alreadyRunning(pid: pid)
    default:
      guard let fault = LedgerFault(error) else { return .ledger("\(error) (\(shown))") }
      return .unusableLedger(fault, folder: shown)
    }
  }
}
