package import Cryptography
package import Files
package import RPCRuntime
package import SecureSession
package import Transport
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

  /// What becomes of the connections of a server.
  package struct Serving: Sendable {
    /// Called once, before any app can find the server, with the file by which they will.
    package var begin: @Sendable (DiscoveryFile) throws -> Void
    /// Called for each connection, on its executor.
    package var accept: @Sendable (any MessageChannel) -> Void
    /// Called when no connection is to be accepted any more.
    package var end: @Sendable () -> Void

    /// Creates the functions of a server.
    package init(
      begin: @escaping @Sendable (DiscoveryFile) throws -> Void,
      accept: @escaping @Sendable (any MessageChannel) -> Void, end: @escaping @Sendable () -> Void
    ) {
      self.begin = begin
      self.accept = accept
      self.end = end
    }

    /// Has an acceptor run the handshake on each connection.
    package static func handshakes(
      _ acceptor: ProviderAcceptor, key: Ed25519.SigningKey, random: any RandomSource
    ) -> Serving {
      Serving(
        begin: { acceptor.open(try .init(identity: key, discovery: $0, random: random)) },
        accept: { acceptor.accept($0) }, end: { acceptor.close() })
    }
  }

  /// The URL of the WebSocket.
  package var url: String { discovery.url }
  private let listener: WebSocketListener
  private let thread: ServiceThread
  private let serving: Serving
  private let discovery: DiscoveryFile
  private let directories: PayportDirectories
  /// Whether the supervisor of this process made the sockets and goes on listening.
  private let isOnDemand: Bool
  /// The claim of the provider's name, held as long as the server exists.
  private let claim: PrivateFolder

  /// Listens and accepts connections. Apps cannot find the server before ``publish()`` is called, and where the
  /// supervisor of this process made the sockets, none is accepted before ``begin()`` is called.
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
    let acceptor = ProviderAcceptor(failed: { failure, _ in refused(.handshake(failure)) }, admitting: admit)
    return try await open(
      identity, directories: directories, configuration: configuration, random: random,
      refused: { refused(.connection($0)) }, serving: .handshakes(acceptor, key: identity.key, random: random))
  }

  /// Listens as ``open(_:directories:configuration:random:refused:admitting:)`` does, and passes each connection on as it
  /// is, before any handshake.
  package static func open(
    _ identity: Identity, directories: PayportDirectories, configuration: WebSocketListener.Configuration,
    random: any RandomSource, refused: @escaping @Sendable (Refusal) -> Void, serving: Serving
  ) async throws(LoopbackServerError) -> LoopbackServer {
    let claim = try OnDemandAnnouncement.claim(identity.name, in: directories)
    let thread: ServiceThread
    do {
      thread = try ServiceThread()
    } catch {
      throw LoopbackServerError(reason: "\(error)")
    }
    var configuration = configuration
    configuration.limits.unauthenticatedMessageBytes = ConnectApp.maximumTextSize
    let listener = WebSocketListener(on: thread, configuration: configuration) { refused($0) }
    do {
      let server: LoopbackServer
      if configuration.passed.isEmpty {
        let addresses = try await listener.start { serving.accept($0) }
        let discovery = try file(identity, at: addresses, isOnDemand: false, random: random)
        server = LoopbackServer(
          listener: listener, thread: thread, serving: serving, discovery: discovery, directories: directories,
          isOnDemand: false, claim: claim)
      } else {
        // Connections wait in the sockets already, so that nothing is accepted before everything is ready.
        let addresses = try WebSocketListener.addresses(ofPassed: configuration.passed)
        let fresh = try file(identity, at: addresses, isOnDemand: true, random: random)
        let announced = DiscoveryFile.published(identity.name, in: directories)
        server = LoopbackServer(
          listener: listener, thread: thread, serving: serving,
          discovery: announced?.announces(fresh) == true ? announced ?? fresh : fresh, directories: directories,
          isOnDemand: true, claim: claim)
      }
      try serving.begin(server.discovery)
      return server
    } catch {
      await listener.stop(deadline: .seconds(1))
      await thread.stop()
      throw error as? LoopbackServerError ?? LoopbackServerError(reason: "\(error)")
    }
  }

  private static func file(
    _ identity: Identity, at addresses: [ListeningAddress], isOnDemand: Bool, random: any RandomSource
  ) throws -> DiscoveryFile {
    guard let address = addresses.first else { throw LoopbackServerError(reason: "no address") }
    return try OnDemandAnnouncement.file(
      identity.key.verifyingKey, name: identity.name, services: identity.services, versions: identity.versions,
      authority: address.authority, isOnDemand: isOnDemand, random: random)
  }

  /// Begins to accept the connections that wait in sockets which the supervisor of this process made. Does nothing where
  /// this process made them.
  ///
  /// - Throws: ``LoopbackServerError``.
  package func begin() async throws(LoopbackServerError) {
    guard isOnDemand else { return }
    let serving = serving
    do throws(ListenError) {
      try await listener.start { serving.accept($0) }
    } catch {
      throw LoopbackServerError(reason: "\(error)")
    }
  }

  /// Writes the discovery file. A file that has been there since before the start stays: the app whose connection
  /// started this process has read it.
  ///
  /// - Throws: `PrivateFileError`.
  package func publish() throws(PrivateFileError) {
    if isOnDemand, DiscoveryFile.published(discovery.name, in: directories)?.bytes == discovery.bytes { return }
    try discovery.publish(in: directories)
  }

  /// Stops accepting connections and removes the discovery file, which stays where connecting starts the provider again.
  ///
  /// - Throws: `PrivateFileError`. No connection is accepted in that case either.
  package func withdraw() throws(PrivateFileError) {
    serving.end()
    if !isOnDemand { try discovery.withdraw(from: directories) }
  }

  /// Accepts connections again after ``withdraw()``, and writes the same discovery file.
  ///
  /// - Throws: `PrivateFileError`, or what keeps connections from being accepted.
  package func resume() throws {
    try serving.begin(discovery)
    try publish()
  }

  /// Returns once the thread of all connections has done what it had to do before this call.
  package func answer() async {
    await withCheckedContinuation { continuation in thread.submit { continuation.resume() } }
  }

  /// Closes the server. Sessions are not told of it; the caller has to end them before. A peer on this machine that reads
  /// answers at once, and the others are not waited for any longer.
  package func close() async {
    await listener.stop(deadline: .milliseconds(100))
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
