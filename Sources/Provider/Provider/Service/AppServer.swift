import Cryptography
import Files
import JSONRPC
import Logging
import PaymentsAPI
import RPCRuntime
import ServiceHost
import Transport
import WebSocketTransport

/// The server that apps connect to.
struct AppServer: Sendable {
  private let door: LoopbackServer
  private let sessions: SessionDirectory
  private let log: Logger
  private let runtime: String

  var url: String { door.url }

  /// Binds the port and accepts connections; nobody can find it before `publish()`.
  static func open(
    _ parts: ProviderParts, directories: PayportDirectories, _ random: SystemRandom
  ) async throws(ProviderStartError) -> AppServer {
    let (sessions, log) = (parts.apps.sessions, parts.core.log)
    let admission = AppAdmission(apps: parts.apps, spending: parts.payments.grants, documents: parts.documents)
    let identity = LoopbackServer.Identity(
      key: parts.identity.key, name: parts.core.name, services: [DiscoveryFile.payments],
      versions: "\(PaymentsMethods.specificationVersion)")
    do throws(LoopbackServerError) {
      let door = try await LoopbackServer.open(
        identity, directories: directories, configuration: configuration(parts.configuration), random: random,
        refused: { note($0, log) }, admitting: { await admission.admit($0, $1) })
      return AppServer(door: door, sessions: sessions, log: log, runtime: directories.runtime)
    } catch {
      throw .listen(error.reason)
    }
  }

  /// Writes the discovery file.
  func publish() throws(ProviderStartError) {
    do throws(PrivateFileError) {
      try door.publish()
    } catch {
      throw .folder(path: runtime, why: "\(error)")
    }
  }

  /// Removes the discovery file.
  func withdraw() {
    do throws(PrivateFileError) {
      try door.withdraw()
    } catch {
      log.warning("the discovery file could not be removed", metadata: ["error": "\(error)"])
    }
  }

  /// Ends every session and closes the server.
  func close() async {
    for session in sessions.all {
      await session.connection?.close(.goingAway)
    }
    await door.close()
  }

  private static func note(_ refused: LoopbackServer.Refused, _ log: Logger) {
    switch refused {
    case .connection(let refusal):
      log.notice("a connection was refused", metadata: ["reason": "\(refusal)"])
    case .handshake(let failure):
      log.notice("a handshake failed", metadata: ["reason": "\(failure)"])
    }
  }

  private static func configuration(_ owners: ProviderConfiguration) -> WebSocketListener.Configuration {
    var configuration = WebSocketListener.Configuration()
    configuration.port = UInt16(owners.listen.port)
    configuration.allowedOrigins = Set(owners.listen.origins)
    let limits = owners.limits
    configuration.limits.handshakeDeadline = .seconds(limits.handshakeSeconds)
    configuration.limits.unauthenticatedSockets = limits.unauthenticatedSockets
    // Connections without a handshake, sessions of approved apps, and waiting apps have separate limits, so that none
    // of them uses up the sockets of another.
    configuration.limits.sockets =
      limits.sockets + limits.unauthenticatedSockets + PairingRequests.maximumSessions
    return configuration
  }
}
