public import Cryptography
public import SecureSession
import Synchronization
public import Transport

/// Turns the channels of a listener into connections. It runs the handshake on each channel, asks for a decision about
/// the consumer and passes the connection to its handler.
///
///     let acceptor = ProviderAcceptor(admitting: admit)
///     let addresses = try await listener.start { acceptor.accept($0) }
///     // … make and publish the discovery file of the address, and then
///     acceptor.open(.init(identity: key, discovery: file))
///
/// Channels that arrive before ``open(_:)`` are closed, because nobody can have read the discovery file yet.
public final class ProviderAcceptor: Sendable {
  /// The provider's input to each handshake.
  public struct Configuration: Sendable {
    /// id_P: the provider's signing key.
    public var identity: Ed25519.SigningKey
    /// k_local: the secret that is published in the discovery file.
    public var gateKey: SecretBytes
    /// The authority (`HOST:PORT`) of the published URL.
    public var authority: String
    /// The SHA-256 of the discovery file.
    public var discoveryDigest: [UInt8]
    /// The limits of the record layer.
    public var records: RecordLimits
    /// The limits of each connection, unless its ``Admission`` has others.
    public var options: ConnectionOptions
    /// The source of keys and nonces.
    public var random: any RandomSource

    /// Makes the configuration that belongs to a discovery file.
    ///
    /// - Throws: `CryptographyError.libraryFailure`.
    public init(
      identity: Ed25519.SigningKey, discovery: DiscoveryFile, records: RecordLimits = .standard,
      options: ConnectionOptions = ConnectionOptions(), random: any RandomSource = SystemRandom()
    ) throws(CryptographyError) {
      self.identity = identity
      gateKey = discovery.localKey
      authority = discovery.authority
      discoveryDigest = try SHA256.hash(discovery.bytes)
      self.records = records
      self.options = options
      self.random = random
    }

    /// The same for consumers that have found the provider by another file.
    func found(by discovery: DiscoveryFile) throws(CryptographyError) -> Configuration {
      try Configuration(
        identity: identity, discovery: discovery, records: records, options: options, random: random)
    }
  }

  /// The decision about a consumer that has proven its identity.
  public struct Admission: Sendable {
    /// The JSON text of the object that is the first encrypted message: `status`, `session` and, if the owner has to
    /// type a code, `sas_nonce`.
    public var result: [UInt8]
    /// The handler that serves the connection.
    public var handler: any RPCHandler
    /// Limits for this connection in place of those of the configuration.
    public var options: ConnectionOptions?
    /// Whether the session ends as soon as the result is sent: for an app that was denied.
    public var endsSession: Bool
    /// Called in place of all methods of the handler if the connection had already ended when the decision was made. It
    /// releases what was reserved for the connection.
    public var abandoned: @Sendable () -> Void

    /// Makes a decision.
    public init(
      result: [UInt8], handler: any RPCHandler, options: ConnectionOptions? = nil, endsSession: Bool = false,
      abandoned: @escaping @Sendable () -> Void = {}
    ) {
      self.result = result
      self.handler = handler
      self.options = options
      self.endsSession = endsSession
      self.abandoned = abandoned
    }
  }

  /// Decides about a consumer. The deadline of the handshake continues to run, so the decision should take much less
  /// time; it must not wait for the owner. Returning nil closes the channel without giving a reason.
  public typealias Admit = @Sendable (ProviderHandshake.Claim, PeerDescription) async -> Admission?

  private let configuration = Mutex<Configuration?>(nil)
  private let admit: Admit
  private let failed: @Sendable (HandshakeFailure, PeerDescription) -> Void

  /// Makes an acceptor that closes all channels until ``open(_:)`` is called.
  ///
  /// - Parameters:
  ///   - failed: called for each handshake that was refused, on the channel's executor; meant for a log.
  ///   - admit: decides about each consumer.
  public init(
    failed: @escaping @Sendable (HandshakeFailure, PeerDescription) -> Void = { _, _ in },
    admitting admit: @escaping Admit
  ) {
    self.admit = admit
    self.failed = failed
  }

  /// Begins to run handshakes, or continues with another configuration.
  public func open(_ configuration: Configuration) { self.configuration.withLock { $0 = configuration } }

  /// Closes new channels from now on. Existing connections are not affected.
  public func close() { configuration.withLock { $0 = nil } }

  /// Runs the handshake on a fresh channel. It must be called on the channel's executor.
  ///
  /// - Parameter discovery: the file by which the consumer has found the provider, if it is another one than that of the
  ///   configuration: that of another process with the same key, which passes the channel on.
  public func accept(_ channel: any MessageChannel, foundBy discovery: DiscoveryFile? = nil) {
    guard var configuration = configuration.withLock({ $0 }) else {
      channel.close(.tryAgainLater)
      return
    }
    do {
      if let discovery { configuration = try configuration.found(by: discovery) }
      let stage = try ProviderHandshakeHandler(
        channel: channel, configuration: configuration, admit: admit, failed: failed)
      channel.start(delegate: stage.relay)
    } catch {
      failed(.internalFailure, channel.peer)
      channel.close(.internalError)
    }
  }
}
