package import Cryptography
package import Files
import Platform
package import RPCRuntime
package import SecureSession
import Transport
package import WebSocketTransport

/// The server for apps: a WebSocket on the loopback interface, the handshake, and the discovery file by which apps find
/// it.
package struct LoopbackServer: Sendable {
  /// The identity of the provider, as its discovery file states it.
  package struct Identity: Sendable {
    /// The signing key of the provider, which apps pin.
    package var key: Ed25519.SigningKey
    /// The name of the provider; see `DiscoveryFile.isName`.
    package var name: String
    /// The names of the specifications of its services.
    package var services: [String]
    /// The versions of the first specification: `1` or `1-3`.
    package var versions: String

    /// Creates an identity.
    package init(key: Ed25519.SigningKey, name: String, services: [String], versions: String) {
      self.key = key
      self.name = name
      self.services = services
      self.versions = versions
    }
  }

  /// A connection that was not accepted, for a log.
  package enum Refused: Sendable {
    /// The connection was refused before the handshake.
    case connection(Refusal)
    /// A handshake failed.
    case handshake(HandshakeFailure)
  }

  /// The URL of the WebSocket.
  package let url: String
  private let listener: WebSocketListener
  private let thread: ServiceThread
  private let acceptor: ProviderAcceptor
  private let discovery: DiscoveryFile
  private let directories: PayportDirectories
  /// The claim of the provider's name, held as long as the server exists.
  private let claim: PrivateFolder

  /// Listens and accepts connections. Apps cannot find the server before ``publish()`` is called.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the listener. With port 0 the kernel chooses a port.
  ///   - refused: Called for each connection that was not accepted, on any thread.
  ///   - admit: Decides on each app that has proven its key.
  /// - Throws: ``LoopbackServerError``.
  package static func open(
    _ identity: Identity, directories: PayportDirectories,
    configuration: WebSocketListener.Configuration = WebSocketListener.Configuration(),
    random: any RandomSource = SystemRandom(),
    refused: @escaping @Sendable (Refused) -> Void, admitting admit: @escaping ProviderAcceptor.Admit
  ) async throws(LoopbackServerError) -> LoopbackServer {
    let claim = try claim(identity.name, in: directories)
    let thread: ServiceThread
    do {
      thread = try ServiceThread()
    } catch {
      throw LoopbackServerError(reason: "\(error)")
    }
    var configuration = configuration
    configuration.limits.unauthenticatedMessageBytes = ConnectApp.maximumTextSize
    let listener = WebSocketListener(on: thread, configuration: configuration) { refused(.connection($0)) }
    let acceptor = ProviderAcceptor(failed: { failure, _ in refused(.handshake(failure)) }, admitting: admit)
    do {
      let addresses = try await listener.start { acceptor.accept($0) }
      guard let address = addresses.first else { throw LoopbackServerError(reason: "no address") }
      let url = "ws://\(address.authority)/v1"
      let discovery = try DiscoveryFile(
        url: url, processIdentifier: getpid(), bootNonce: random.bytes(count: 16),
        providerID: identity.key.verifyingKey, name: identity.name, versions: identity.versions,
        localKey: SecretBytes(count: 32, from: random), services: identity.services)
      acceptor.open(try .init(identity: identity.key, discovery: discovery, random: random))
      return LoopbackServer(
        url: url, listener: listener, thread: thread, acceptor: acceptor, discovery: discovery,
        directories: directories,
        claim: claim)
    } catch {
      await listener.stop(deadline: .seconds(1))
      await thread.stop()
      throw error as? LoopbackServerError ?? LoopbackServerError(reason: "\(error)")
    }
  }

  /// Claims the name for this process. Without that, a second provider of the same name in the same folder would
  /// replace the discovery file of the first one, and remove it at its end. The kernel releases the claim however the
  /// process ends.
  private static func claim(_ name: String, in directories: PayportDirectories) throws(LoopbackServerError)
    -> PrivateFolder
  {
    let (folder, isFree): (PrivateFolder, Bool)
    do throws(PrivateFileError) {
      _ = try PrivateFolder(creating: directories.runtime)
      folder = try PrivateFolder(creating: directories.runtime + "/names").subfolder(name, creating: true)
      isFree = try folder.claim()
    } catch {
      throw LoopbackServerError(reason: "the folder \(directories.runtime) cannot be used: \(error)")
    }
    guard isFree else {
      throw LoopbackServerError(
        reason:
          "another provider called \(name) runs with the folder \(directories.runtime): give one of the two another "
          + "name, or stop the other one")
    }
    return folder
  }

  /// Writes the discovery file.
  ///
  /// - Throws: `PrivateFileError`.
  package func publish() throws(PrivateFileError) { try discovery.publish(in: directories) }

  /// Stops accepting connections and removes the discovery file.
  ///
  /// - Throws: `PrivateFileError`. No connection is accepted in that case either.
  package func withdraw() throws(PrivateFileError) {
    acceptor.close()
    try discovery.withdraw(from: directories)
  }

  /// Closes the server. Sessions are not told of it; the caller has to end them before. A peer on this machine that reads
  /// answers at once, and the others are not waited for any longer.
  package func close() async {
    await listener.stop(deadline: .milliseconds(250))
    await thread.stop()
  }
}

/// The error that the server could not be opened.
package struct LoopbackServerError: Error, Sendable, CustomStringConvertible {
  /// The reason, as the failed operation describes it.
  package let reason: String
  /// The same as the reason.
  package var description: String { reason }
}
