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
  private let context: ProviderContext
  private let runtime: String

  var url: String { door.url }

  /// Binds the port and accepts connections; nobody can find it before `publish()`.
  static func open(
    _ context: ProviderContext, directories: PayportDirectories, _ random: SystemRandom
  ) async throws(ProviderStartError) -> AppServer {
    let admission = AppAdmission(context: context)
    let identity = LoopbackServer.Identity(
      key: context.identity.key, name: context.configuration.name, services: [DiscoveryFile.payments],
      versions: "\(PaymentsMethods.specificationVersion)")
    do throws(LoopbackServerError) {
      let door = try await LoopbackServer.open(
        identity, directories: directories, configuration: configuration(context), random: random,
        refused: { note($0, context) }, admitting: { await admission.admit($0, $1) })
      return AppServer(door: door, context: context, runtime: directories.runtime)
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
      context.log.warning("the discovery file could not be removed", metadata: ["error": "\(error)"])
    }
  }

  /// Ends every session and closes the server.
  func close() async {
    for session in context.sessions.all {
      await session.connection?.close(.goingAway)
    }
    await door.close()
  }

  private static func note(_ refused: LoopbackServer.Refused, _ context: ProviderContext) {
    switch refused {
    case .connection(let refusal):
      context.log.notice("a connection was refused", metadata: ["reason": "\(refusal)"])
    case .handshake(let failure):
      context.log.notice("a handshake failed", metadata: ["reason": "\(failure)"])
    }
  }

  private static func configuration(_ context: ProviderContext) -> WebSocketListener.Configuration {
    var configuration = WebSocketListener.Configuration()
    configuration.port = UInt16(context.configuration.listen.port)
    configuration.allowedOrigins = Set(context.configuration.listen.origins)
    let limits = context.configuration.limits
    configuration.limits.handshakeDeadline = .seconds(limits.handshakeSeconds)
    configuration.limits.unauthenticatedSockets = limits.unauthenticatedSockets
    // Connections without a handshake, sessions of approved apps, and waiting apps have separate limits, so that none
    // of them uses up the sockets of another.
    configuration.limits.sockets =
      limits.sockets + limits.unauthenticatedSockets + PairingRequests.maximumSessions
    return configuration
  }
}
