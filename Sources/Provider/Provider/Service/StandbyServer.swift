import Cryptography
import Files
import Forwarding
import JSON
import Logging
import Orders
import OwnerAPI
import OwnerSocket
import PaymentsModel
import PostgreSQL
import RPCRuntime
import ServiceHost
import Transport
import WebSocketTransport

/// The servers for apps and the owner of a provider that stands by. They pass on what is said to the provider that writes
/// the ledger, so that it does not matter which of them an app or the owner uses.
final class StandbyServer: Sendable {
  private let server: LoopbackServer
  private let forwarder: Forwarder
  private let owner: OwnerSocketServer
  private let log: Logger

  private init(server: LoopbackServer, owner: OwnerSocketServer, forwarder: Forwarder, log: Logger) {
    self.server = server
    self.owner = owner
    self.forwarder = forwarder
    self.log = log
  }

  /// Listens, and lets apps find the server.
  ///
  /// - Parameter itself: what this provider says of itself.
  /// - Throws: ``ProviderStartError/listen(_:)``, ``ProviderStartError/ownerSocket(_:)``,
  ///   ``ProviderStartError/folder(path:why:)``.
  static func open(
    _ configuration: ProviderConfiguration, ledger: PostgresAddress, identity: ProviderIdentity,
    directories: PayportDirectories, itself: Itself, metrics: ProviderMetrics, watch: LedgerWatch, log: Logger,
    random: SystemRandom
  ) async throws(ProviderStartError) -> StandbyServer {
    let daemon = try DaemonIdentity(of: identity, in: directories)
    let forwarder = Forwarder(ledger, as: .standby, key: daemon.key, random: random) {
      [name = configuration.name] error in
      if case ForwardingError.notAdmitted = error { return noteNotAdmitted(name, daemon: daemon, log: log) }
      note(error, log)
    }
    let server: LoopbackServer
    var listening = AppServer.configuration(configuration, [])
    // An app that is passed on to a process that has just died is cut off when that is noticed, and tries again. It should
    // not be taken for one that does not speak.
    listening.limits.handshakeDeadline += Forwarder.patience
    do throws(LoopbackServerError) {
      server = try await LoopbackServer.open(
        AppServer.identity(configuration.name, identity.key), directories: directories,
        configuration: listening, random: random,
        refused: { AppServer.note($0, metrics: metrics, log: log) },
        serving: LoopbackServer.Serving(
          begin: { forwarder.open(announcedBy: $0.bytes) }, accept: { forwarder.forward($0) },
          end: { forwarder.close() }))
    } catch {
      throw .listen(error.reason)
    }
    await forwarder.start()
    let name = configuration.name
    let owner = OwnerSocketServer(path: directories.ownerSocket) { [url = server.url] method, params in
      guard method != GetMetrics.name else { return .success(itself.numbers(metrics, watch)) }
      return await answer(method, params, by: forwarder) {
        itself.described(in: $0, name: name, url: url, clockAhead: watch.clockAhead)
      }
    }
    do throws(OwnerFailure) {
      try owner.start()
    } catch {
      await forwarder.stop()
      await server.close()
      throw .ownerSocket(error.message)
    }
    do throws(PrivateFileError) {
      try server.publish()
    } catch {
      owner.stop()
      await forwarder.stop()
      await server.close()
      throw .folder(path: directories.runtime, why: "\(error)")
    }
    return StandbyServer(server: server, owner: owner, forwarder: forwarder, log: log)
  }

  /// What a provider that stands by says of itself in its status.
  struct Itself: Sendable {
    var software: String
    var ledger: String
    var configuration: String?
    var startedAt: Timestamp

    /// The status of the provider that writes, as that of this one.
    func described(in status: JSONValue, name: String, url: String, clockAhead: Int?) -> JSONValue {
      guard var result = try? JSONValueDecoder().decode(GetProviderStatus.Result.self, from: status) else {
        return status
      }
      result.standbyFor = result.name
      (result.name, result.url, result.pid) = (name, url, Int(ProviderService.processID))
      (result.software, result.ledger, result.configuration) = (software, ledger, configuration)
      (result.startedAt, result.clockAheadSeconds) = (startedAt, clockAhead)
      return (try? JSONBytesEncoder().encodeValue(result)) ?? status
    }

    /// The metrics of this provider itself, which a tool that watches the machine reads there.
    func numbers(_ metrics: ProviderMetrics, _ watch: LedgerWatch) -> JSONValue {
      metrics.setProcess(startedAt: startedAt)
      watch.report(to: metrics)
      return ["text": .string(metrics.text)]
    }
  }

  private static func answer(
    _ method: String, _ params: JSONValue, by forwarder: Forwarder, describing: (JSONValue) -> JSONValue
  ) async -> Result<JSONValue, OwnerFailure> {
    switch method {
    // It copies files of the provider that is asked. The command does that itself where none answers.
    case StageBackup.name: .failure(OwnerFailure(.notRunning, "this provider stands by"))
    case ReloadConfiguration.name:
      .failure(OwnerFailure(.unavailable, "this provider stands by, and reads its configuration when it takes over"))
    case WatchQuestions.name:
      .failure(
        OwnerFailure(
          .unavailable,
          "this provider stands by; ask the one that writes the ledger, which the status of this one names"))
    case GetProviderStatus.name: await ForwardedQuestions.ask(method, params, by: forwarder).map(describing)
    default: await ForwardedQuestions.ask(method, params, by: forwarder)
    }
  }

  /// Notes that the owner has to admit this daemon first.
  private static func noteNotAdmitted(_ name: String, daemon: DaemonIdentity, log: Logger) {
    log.log(
      level: .ownersTurn,
      "nothing is passed on, as this daemon is not admitted to the ledger; at the one that writes, type what is told here",
      metadata: ["type": "payd daemons add \(name) \(daemon.publicKey)"])
  }

  /// Notes that the database of the ledger cannot be reached for forwarding.
  static func note(_ error: any Error, _ log: Logger) {
    log.log(
      level: .ownFault, "sessions of apps cannot be passed on between the providers of this ledger",
      metadata: ["error": "\(error)"])
  }

  /// Ends all sessions and stops listening.
  func close() async {
    owner.stop()
    AppServer.withdraw(server, log)
    await server.close()
    await forwarder.stop(within: .seconds(1))
  }
}
