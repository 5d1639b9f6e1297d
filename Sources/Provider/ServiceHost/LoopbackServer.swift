package import Cryptography
package import Files
import Platform
package import RPCRuntime
package import SecureSession
import Transport
package import WebSocketTransport

/// The door of a provider: the WebSocket on loopback, the handshake behind it, and the discovery file that leads to it.
package struct LoopbackServer: Sendable {
  /// Who the provider is, as its discovery file says.
  package struct Identity: Sendable {
    /// The key that apps pin.
    package var key: Ed25519.SigningKey
    /// The provider's name; see `DiscoveryFile.isName`.
    package var name: String
    /// The names of the specifications of its services.
    package var services: [String]
    /// The versions of the first of these: `1` or `1-3`.
    package var versions: String

    /// A provider.
    package init(key: Ed25519.SigningKey, name: String, services: [String], versions: String) {
      self.key = key
      self.name = name
      self.services = services
      self.versions = versions
    }
  }

  /// What is told of those who did not come in; for a log.
  package enum Refused: Sendable {
    /// A connection was turned away before the handshake.
    case connection(Refusal)
    /// A handshake failed.
    case handshake(HandshakeFailure)
  }

  /// Where it listens.
  package let url: String
  private let listener: WebSocketListener
  private let thread: ServiceThread
  private let acceptor: ProviderAcceptor
  private let discovery: DiscoveryFile
  private let directories: PayportDirectories
  /// Holds the name for as long as the door is there.
  private let claim: PrivateFolder

  /// Binds and accepts; nobody can find the door before ``publish()``.
  ///
  /// - Parameters:
  ///   - configuration: of the listener; its port is 0 where the kernel is to pick one.
  ///   - refused: told of each who did not come in, on any thread.
  ///   - admit: decides on each app that has proven its key.
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

  /// Takes the name for this process alone: of two providers of one name in one folder the second would take the first
  /// one's discovery file, and remove it at its end. The kernel gives it back however the process ends.
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

  /// Lets nobody in any more, and removes the discovery file.
  ///
  /// - Throws: `PrivateFileError`; nobody comes in all the same.
  package func withdraw() throws(PrivateFileError) {
    acceptor.close()
    try discovery.withdraw(from: directories)
  }

  /// Closes; whoever wants the sessions to end with a goodbye has said it before.
  package func close() async {
    await listener.stop(deadline: .seconds(2))
    await thread.stop()
  }
}

/// The door could not be opened.
package struct LoopbackServerError: Error, Sendable, CustomStringConvertible {
  /// Why, in the words of what failed.
  package let reason: String
  /// The same.
  package var description: String { reason }
}
