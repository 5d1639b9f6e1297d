import Cryptography
import Ledger
import Logging
import Platform
import PostgreSQL
import RPCRuntime
import ServiceLifecycle
import Supervision

/// Opens the ledger of a provider. Of several providers with one ledger, the first writes it and answers apps; the others
/// stand by, pass on to it what apps say to them, and one of them takes over when the first ends, however it ends.
struct LedgerOpening {
  /// How often a standby looks whether it can take over.
  private static let interval: Duration = .milliseconds(500)

  let directories: PayportDirectories
  let configuration: ProviderConfiguration
  let identity: ProviderIdentity
  let log: Logger
  let supervisor: Supervisor
  let metrics: ProviderMetrics
  let sockets: ActivationSockets
  let itself: StandbyServer.Itself
  let random: SystemRandom

  private var place: LedgerPlace {
    guard let address = configuration.ledger else { return .folder(directories.ledger) }
    return .postgres(address, folder: directories.ledger, provider: identity.id)
  }

  /// Opens the ledger when no other provider writes it; `nil` if this one is stopped before.
  func open() async throws -> Ledger? {
    if let ledger = try openNow() { return ledger }
    guard let address = configuration.ledger else { return nil }
    // In sockets that the service manager made, apps wait until this provider takes over.
    guard sockets == .none else {
      log.log(level: .ownersBusiness, "another provider writes the ledger: waiting to take over when it ends")
      return try await standBy()
    }
    log.log(
      level: .ownersBusiness,
      "another provider writes the ledger: passing on to it what apps say, and waiting to take over when it ends")
    let server = await standbyServer(address)
    let ledger: Ledger?
    do {
      ledger = try await standBy()
    } catch {
      await server?.close()
      throw error
    }
    // The port and the name are free then for the server of the provider that writes.
    await server?.close()
    return ledger
  }

  /// What serves apps and the owner meanwhile. Without it, this provider can still take over.
  private func standbyServer(_ address: PostgresAddress) async -> StandbyServer? {
    do throws(ProviderStartError) {
      return try await StandbyServer.open(
        configuration, ledger: address, identity: identity, directories: directories, itself: itself, metrics: metrics,
        log: log, random: random)
    } catch {
      log.log(
        level: .ownersTurn, "apps and the owner cannot use this provider while it stands by",
        metadata: ["error": "\(error)"])
      return nil
    }
  }

  private func standBy() async throws -> Ledger? {
    // A service manager does not wait for long for what it starts.
    supervisor.tell(.ready, .status("standby: another provider writes the ledger"))
    while !Task.isCancelled {
      if let ledger = try openNow(mayBeAway: true) {
        log.log(level: .ownersBusiness, "took over the ledger")
        return ledger
      }
      supervisor.tell(.alive)
      do {
        try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) }
      } catch {
        return nil
      }
    }
    return nil
  }

  /// - Parameter mayBeAway: Whether the server may be away for a while, as when it is started again.
  /// - Returns: `nil` while another provider writes.
  private func openNow(mayBeAway: Bool = false) throws(ProviderStartError) -> Ledger? {
    let log = log
    do throws(LedgerError) {
      return try Ledger(place, observer: metrics) { error in
        // What is stored is unknown, or another provider has taken over. The next start reads it.
        log.log(
          level: .end, "the ledger failed; no payment can be taken any more", metadata: ["error": "\(error)"])
        _exit(74)
      }
    } catch {
      let shown = configuration.ledger?.description ?? directories.ledger
      switch error {
      case .writtenElsewhere: return nil
      case .unreachable where mayBeAway, .unavailable where mayBeAway, .diskFull where mayBeAway,
        .unexpected where mayBeAway:
        return nil
      case .ofOtherProvider(let other):
        throw .ledger(
          "it belongs to a provider with another key (\(other)); all providers of one ledger need the same key, which is "
            + "\(identity.id) in \(directories.state)")
      case .lostItsEnd where configuration.ledger != nil:
        throw .unusableLedger(.putBack(database: shown), folder: directories.ledger)
      case .alreadyInUse(let pid): throw .alreadyRunning(pid: pid)
      default:
        guard let fault = LedgerFault(error) else { throw .ledger("\(error) (\(shown))") }
        throw .unusableLedger(fault, folder: shown)
      }
    }
  }
}
