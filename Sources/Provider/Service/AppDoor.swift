import Cryptography
import JSONRPC
import Logging
import PaymentsAPI
import RPCRuntime
import SecureSession
import Transport
import WebSocketTransport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The app door: the WebSocket on loopback, the handshake behind it, and the discovery file that leads to it.
struct AppDoor: Sendable {
  let url: String
  private let listener: WebSocketListener
  private let thread: ServiceThread
  private let acceptor: ProviderAcceptor
  private let discovery: DiscoveryFile
  private let directories: PayportDirectories
  private let context: ProviderContext

  /// Binds and accepts; nobody can find the door before `publish()`.
  static func open(
    _ context: ProviderContext, directories: PayportDirectories, _ random: SystemRandom
  ) async throws(ProviderStartError) -> AppDoor {
    let thread: ServiceThread
    do {
      thread = try ServiceThread()
    } catch {
      throw .listen("\(error)")
    }
    let listener = WebSocketListener(on: thread, configuration: configuration(context)) { refusal in
      context.log.notice("a connection was refused", metadata: ["reason": "\(refusal)"])
    }
    let admission = AppAdmission(context: context)
    let acceptor = ProviderAcceptor(
      failed: { failure, _ in context.log.notice("a handshake failed", metadata: ["reason": "\(failure)"]) },
      admitting: { await admission.admit($0, $1) })
    do {
      let addresses = try await listener.start { acceptor.accept($0) }
      guard let address = addresses.first else { throw ProviderStartError.listen("no address") }
      let url = "ws://\(address.authority)/v1"
      let discovery = try DiscoveryFile(
        url: url, processIdentifier: getpid(), bootNonce: random.bytes(count: 16),
        providerID: context.identity.key.verifyingKey, name: context.configuration.name,
        versions: "\(PaymentsMethods.specificationVersion)", localKey: SecretBytes(count: 32, from: random))
      acceptor.open(
        try .init(
          identity: context.identity.key, discovery: discovery, options: options(context), random: random))
      return AppDoor(
        url: url, listener: listener, thread: thread, acceptor: acceptor, discovery: discovery,
        directories: directories, context: context)
    } catch {
      await listener.stop(deadline: .seconds(1))
      await thread.stop()
      throw .listen("\(error)")
    }
  }

  /// Writes the discovery file.
  func publish() throws(ProviderStartError) {
    do {
      try discovery.publish(in: directories)
    } catch {
      throw .folder(path: directories.runtime, why: "\(error)")
    }
  }

  /// Removes the discovery file.
  func withdraw() {
    acceptor.close()
    do {
      try discovery.withdraw(from: directories)
    } catch {
      context.log.warning("the discovery file could not be removed", metadata: ["error": "\(error)"])
    }
  }

  /// Says goodbye to every session and closes.
  func close() async {
    for session in context.sessions.all {
      await session.connection?.close(.goingAway)
    }
    await listener.stop(deadline: .seconds(2))
    await thread.stop()
  }

  private static func configuration(_ context: ProviderContext) -> WebSocketListener.Configuration {
    var configuration = WebSocketListener.Configuration()
    configuration.port = UInt16(context.configuration.listen.port)
    configuration.allowedOrigins = Set(context.configuration.listen.origins)
    let limits = context.configuration.limits
    configuration.limits.handshakeDeadline = .seconds(limits.handshakeSeconds)
    configuration.limits.unauthenticatedSockets = min(limits.unauthenticatedSockets, limits.sockets)
    configuration.limits.sockets = limits.sockets
    return configuration
  }

  private static func options(_ context: ProviderContext) -> ConnectionOptions {
    var options = ConnectionOptions()
    options.peer.inFlight = context.configuration.limits.inFlight
    return options
  }
}
