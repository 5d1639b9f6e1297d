public import Cryptography
public import JSON
public import SecureSession
public import Transport

/// Runs the consumer's side of the handshake on a fresh channel.
public enum ConsumerConnector {
  /// An established session, as seen by the consumer.
  public struct Connected: Sendable {
    /// The open connection.
    public let connection: RPCConnection
    /// The provider's decision about this consumer.
    public let status: ConnectStatus
    /// The result object of the first encrypted message.
    public let result: JSONObject
    /// The digits that the app shows while the owner has to type them.
    public let pairingCode: PairingCode?
  }

  /// Runs the handshake and returns the open connection.
  ///
  /// - Parameters:
  ///   - channel: a fresh channel that has not been started. The caller may be on any executor.
  ///   - identity: the signing key of the app.
  ///   - discovery: the provider's discovery file. The provider has to prove that it holds the key named there.
  ///   - manifest: a JSON object in UTF-8.
  ///   - handler: serves the requests and notifications of the provider, from the moment of connection on.
  ///   - deadline: the time allowed for the whole handshake.
  /// - Throws: ``HandshakeError``; the channel has then been closed.
  public static func connect(
    over channel: any MessageChannel, identity: Ed25519.SigningKey, discovery: DiscoveryFile, manifest: [UInt8],
    handler: any RPCHandler, options: ConnectionOptions = ConnectionOptions(), records: RecordLimits = .standard,
    deadline: Duration = .seconds(10), random: any RandomSource = SystemRandom()
  ) async throws(HandshakeError) -> Connected {
    let handshake: ConsumerHandshake.Configuration
    do {
      handshake = ConsumerHandshake.Configuration(
        identity: identity, pinnedProvider: discovery.providerID, gateKey: discovery.localKey,
        prologue: try ConnectAppPrologue(
          offeredSubprotocols: channel.peer.offeredSubprotocols,
          selectedSubprotocol: channel.peer.selectedSubprotocol, authority: discovery.authority,
          discoveryFile: discovery.bytes),
        manifest: manifest, limits: records)
    } catch {
      channel.executor.submit { channel.abort() }
      throw .failed(.internalFailure)
    }
    let stage: ConsumerHandshakeHandler
    do {
      stage = try ConsumerHandshakeHandler(
        channel: channel, handshake: handshake, handler: handler, options: options, random: random)
    } catch {
      channel.executor.submit { channel.abort() }
      throw .failed(error)
    }
    return try await stage.run(deadline: deadline).get()
  }
}

/// The reason why a handshake failed, on the consumer's side.
public enum HandshakeError: Error, Sendable, Hashable {
  /// The provider sent an invalid message. ``HandshakeFailure/wrongProvider`` means that it is another provider.
  case failed(HandshakeFailure)
  /// The provider closed the channel without giving a reason: it may be locked against pairing, be overloaded or have
  /// refused a message.
  case closed(CloseReason)
  /// The handshake was not completed within the deadline.
  case timedOut
  /// The waiting task was cancelled.
  case cancelled
}
