import Cryptography
import Files
import JSONRPC
import Logging
import Orders
import PaymentsAPI
import RPCRuntime
import SecureSession
import ServiceHost
import Transport
import WebSocketTransport

/// The server that apps connect to.
struct AppServer: Sendable {
  private let server: LoopbackServer
  private let acceptor: ProviderAcceptor
  private let sessions: SessionDirectory
  private let log: Logger
  private let runtime: String

  var url: String { server.url }

  /// Binds the port and accepts connections; nobody can find it before `publish()`.
  ///
  /// - Parameter passed: Listening sockets that the service manager made, in place of own ones. Their connections wait
  ///   for `begin()`.
  static func open(
    _ parts: ProviderParts, directories: PayportDirectories, passed: [Int32], _ random: SystemRandom
  ) async throws(ProviderStartError) -> AppServer {
    let (sessions, log, core) = (parts.apps.sessions, parts.core.log, parts.core)
    let admission = AppAdmission(apps: parts.apps, spending: parts.payments.orders.limits, documents: parts.documents)
    let identity = identity(core.name, parts.identity.key)
    let acceptor = ProviderAcceptor(
      failed: { failure, _ in note(failure, core) }, admitting: { await admission.admit($0, $1) })
    try checkPort(parts.configuration, passed)
    do throws(LoopbackServerError) {
      let server = try await LoopbackServer.open(
        identity, directories: directories, configuration: configuration(parts.configuration, passed), random: random,
        refused: { note($0, metrics: core.metrics, log: log) },
        serving: .handshakes(acceptor, key: parts.identity.key, random: random))
      return AppServer(server: server, acceptor: acceptor, sessions: sessions, log: log, runtime: directories.runtime)
    } catch {
      throw .listen(error.reason)
    }
  }

  /// The configured port has to be the one of the passed sockets, or none.
  private static func checkPort(_ owners: ProviderConfiguration, _ passed: [Int32]) throws(ProviderStartError) {
    guard !passed.isEmpty else { return }
    let address: ListeningAddress?
    do throws(ListenError) {
      address = try WebSocketListener.addresses(ofPassed: passed).first
    } catch {
      throw .listen("a socket that was passed for apps cannot be used: \(error)")
    }
    guard let port = address?.port, ![0, Int(port)].contains(owners.listen.port) else { return }
    throw .listen("the configuration says port \(owners.listen.port), and the service manager listens on \(port)")
  }

  /// Begins to accept the connections that wait in passed sockets.
  func begin() async throws(ProviderStartError) {
    do throws(LoopbackServerError) {
      try await server.begin()
    } catch {
      throw .listen(error.reason)
    }
  }

  /// Returns once the thread of the connections has done what it had to do before.
  func answer() async { await server.answer() }

  /// Writes the discovery file.
  func publish() throws(ProviderStartError) {
    do throws(PrivateFileError) {
      try server.publish()
    } catch {
      throw .folder(path: runtime, why: "\(error)")
    }
  }

  /// Removes the discovery file.
  func withdraw() { Self.withdraw(server, log) }

  /// Removes the discovery file of a server.
  static func withdraw(_ server: LoopbackServer, _ log: Logger) {
    do throws(PrivateFileError) {
      try server.withdraw()
    } catch {
      log.log(level: .ownFault, "the discovery file could not be removed", metadata: ["error": "\(error)"])
    }
  }

  /// Ends every session as one that this provider cannot serve, accepts no further one, and lets no app find this provider.
  func sendAway() async {
    withdraw()
    for session in sessions.all { await session.connection?.close(.internalError) }
  }

  /// Accepts sessions again, and lets apps find this provider.
  func letIn() throws(ProviderStartError) {
    do {
      try server.resume()
    } catch {
      throw .folder(path: runtime, why: "\(error)")
    }
  }

  /// Ends every session and closes the server.
  func close() async {
    for session in sessions.all {
      await session.connection?.close(.goingAway)
    }
    await server.close()
  }

  /// Serves an app that has connected to another process of this provider. Called on the executor of the channel.
  ///
  /// - Parameter discovery: the discovery file that the app has read.
  func accept(_ channel: any MessageChannel, foundBy discovery: [UInt8]) {
    do throws(DiscoveryFileError) {
      acceptor.accept(channel, foundBy: try DiscoveryFile(parsing: discovery))
    } catch {
      log.log(level: .ownFault, "an app was passed on without a discovery file", metadata: ["error": "\(error)"])
      channel.close(.internalError)
    }
  }

  /// What the discovery file of a provider of payments says.
  static func identity(_ name: String, _ key: Ed25519.SigningKey) -> LoopbackServer.Identity {
    LoopbackServer.Identity(
      key: key, name: name, services: [DiscoveryFile.payments],
      versions: "\(PaymentsMethods.specificationVersion)")
  }

  /// Notes that a connection was refused before the handshake.
  static func note(_ refusal: Refusal, metrics: ProviderMetrics, log: Logger) {
    let reason = labelText(of: refusal)
    metrics.count(.connectionsRefused, [("reason", reason)])
    log.log(level: .peersFault, "a connection was refused", metadata: ["reason": "\(reason)"])
  }

  private static func note(_ failure: HandshakeFailure, _ core: ProviderCore) {
    let reason = labelText(of: failure)
    core.metrics.count(.handshakes, [("outcome", reason)])
    core.log.log(
      level: failure == .internalFailure ? .ownFault : .peersFault, "a handshake failed",
      metadata: ["reason": "\(reason)"])
  }

  /// How the server listens, by the owner's configuration.
  static func configuration(
    _ owners: ProviderConfiguration, _ passed: [Int32]
  ) -> WebSocketListener.Configuration {
    var configuration = WebSocketListener.Configuration()
    configuration.passed = passed
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
