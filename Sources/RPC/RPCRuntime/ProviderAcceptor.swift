public import Cryptography
public import SecureSession
import Synchronization
public import Transport

/// Turns the channels of a listener into connections: runs the handshake on each, asks who may come in, and hands over.
///
///     let acceptor = ProviderAcceptor(admitting: admit)
///     let addresses = try await listener.start { acceptor.accept($0) }
///     // … make and publish the discovery file of the address, and then
///     acceptor.open(.init(identity: key, discovery: file))
///
/// Channels that come before ``open(_:)`` are turned away: nobody can have read the file yet.
public final class ProviderAcceptor: Sendable {
  /// What the provider brings to each handshake.
  public struct Configuration: Sendable {
    /// id_P.
    public var identity: Ed25519.SigningKey
    /// k_local.
    public var gateKey: SecretBytes
    /// The authority of the published URL.
    public var authority: String
    /// SHA-256 of the discovery file.
    public var discoveryDigest: [UInt8]
    /// The numbers of the record layer.
    public var records: RecordLimits
    /// The bounds of each connection, unless its ``Admission`` says otherwise.
    public var options: ConnectionOptions
    /// Where keys and nonces come from.
    public var random: any RandomSource

    /// What goes with a discovery file.
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
  }

  /// The decision on a consumer that has proven its identity.
  public struct Admission: Sendable {
    /// The JSON text of the object that is the first encrypted message: `status`, `sas_nonce` where a code is to be
    /// typed, `session`.
    public var result: [UInt8]
    /// Who serves the connection.
    public var handler: any RPCHandler
    /// Other bounds than those of the configuration.
    public var options: ConnectionOptions?
    /// Whether the session ends as soon as the result is sent: for an app that was denied.
    public var endsSession: Bool
    /// Called in place of everything that the handler would be told, where the connection was gone before the decision
    /// was made: what was kept for it is given back.
    public var abandoned: @Sendable () -> Void

    /// A decision.
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

  /// Decides on a consumer. The handshake's deadline runs on meanwhile, so it should take much less; waiting for the
  /// owner is not part of it. Nil ends the connection without a word.
  public typealias Admit = @Sendable (ProviderHandshake.Claim, PeerDescription) async -> Admission?

  private let configuration = Mutex<Configuration?>(nil)
  private let admit: Admit
  private let failed: @Sendable (HandshakeFailure, PeerDescription) -> Void

  /// An acceptor that turns all channels away until ``open(_:)``.
  ///
  /// - Parameters:
  ///   - failed: told of each handshake that was refused, on the channel's executor; for a log.
  ///   - admit: the decision.
  public init(
    failed: @escaping @Sendable (HandshakeFailure, PeerDescription) -> Void = { _, _ in },
    admitting admit: @escaping Admit
  ) {
    self.admit = admit
    self.failed = failed
  }

  /// Begins to run handshakes, or goes on with another configuration.
  public func open(_ configuration: Configuration) { self.configuration.withLock { $0 = configuration } }

  /// Turns new channels away from now on; connections are not touched.
  public func close() { configuration.withLock { $0 = nil } }

  /// Takes a fresh channel; called on its executor.
  public func accept(_ channel: any MessageChannel) {
    guard let configuration = configuration.withLock({ $0 }) else {
      channel.close(.tryAgainLater)
      return
    }
    do {
      let stage = try ProviderHandshakeHandler(
        channel: channel, configuration: configuration, admit: admit, failed: failed)
      channel.start(delegate: stage.relay)
    } catch {
      failed(.internalFailure, channel.peer)
      channel.close(.internalError)
    }
  }
}
