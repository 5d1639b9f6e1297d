import Cryptography
import Files
import Forwarding
import Logging
import PostgreSQL
import RPCRuntime
import ServiceHost

/// The server for apps of a provider that stands by. It passes their sessions on to the provider that writes the ledger,
/// so that an app can use whichever of them it finds.
final class StandbyServer: Sendable {
  private let server: LoopbackServer
  private let forwarder: Forwarder
  private let log: Logger

  private init(_ server: LoopbackServer, _ forwarder: Forwarder, _ log: Logger) {
    self.server = server
    self.forwarder = forwarder
    self.log = log
  }

  /// Listens, and lets apps find the server.
  ///
  /// - Throws: ``ProviderStartError/listen(_:)``, ``ProviderStartError/folder(path:why:)``.
  static func open(
    _ configuration: ProviderConfiguration, ledger: PostgresAddress, identity: ProviderIdentity,
    directories: PayportDirectories, metrics: ProviderMetrics, log: Logger, random: SystemRandom
  ) async throws(ProviderStartError) -> StandbyServer {
    let forwarder = Forwarder(ledger, as: .standby, key: identity.key, random: random) { error in
      note(error, log)
    }
    let server: LoopbackServer
    do throws(LoopbackServerError) {
      server = try await LoopbackServer.open(
        AppServer.identity(configuration.name, identity.key), directories: directories,
        configuration: AppServer.configuration(configuration, []), random: random,
        refused: { AppServer.note($0, metrics, log) },
        serving: LoopbackServer.Serving(
          begin: { forwarder.open(announcedBy: $0.bytes) }, accept: { forwarder.forward($0) },
          end: { forwarder.close() }))
    } catch {
      throw .listen(error.reason)
    }
    await forwarder.start()
    do throws(PrivateFileError) {
      try server.publish()
    } catch {
      await forwarder.stop()
      await server.close()
      throw .folder(path: directories.runtime, why: "\(error)")
    }
    return StandbyServer(server, forwarder, log)
  }

  /// Notes that the database of the ledger cannot be reached for forwarding.
  static func note(_ error: any Error, _ log: Logger) {
    log.log(
      level: .ownFault, "sessions of apps cannot be passed on between the providers of this ledger",
      metadata: ["error": "\(error)"])
  }

  /// Ends all sessions and stops listening.
  func close() async {
    do throws(PrivateFileError) {
      try server.withdraw()
    } catch {
      log.log(level: .ownFault, "the discovery file could not be removed", metadata: ["error": "\(error)"])
    }
    await forwarder.stop()
    await server.close()
  }
}
