public import Cryptography
public import JSON
public import SecureSession
public import Transport

/// Runs the consumer's side of the handshake on a fresh channel.
public enum ConsumerConnector {
  /// A session as the consumer gets it.
  public struct Connected: Sendable {
    /// The open connection.
    public let connection: RPCConnection
    /// What the provider decided.
    public let status: ConnectStatus
    /// The whole first encrypted message.
    public let result: JSONObject
    /// The digits to show while the owner has to type them.
    public let pairingCode: PairingCode?
  }

  /// Connects.
  ///
  /// - Parameters:
  ///   - channel: fresh, not started; any executor may be the caller's.
  ///   - identity: the app's own key.
  ///   - discovery: the provider's file, as read; its key is the one that the provider has to prove.
  ///   - manifest: a JSON object in UTF-8.
  ///   - handler: serves what the provider sends unasked; called from the moment of connection on.
  ///   - deadline: for the whole handshake.
  /// - Throws: ``HandshakeError``; the channel is closed then.
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

/// Why a handshake made no connection, on the consumer's side.
public enum HandshakeError: Error, Sendable, Hashable {
  /// What the provider sent is not what it must be. With ``HandshakeFailure/wrongProvider`` it is another provider.
  case failed(HandshakeFailure)
  /// The provider closed. It says no reason: it is locked against pairing, overloaded, or refused what was sent.
  case closed(CloseReason)
  /// No connection within the deadline.
  case timedOut
  /// The waiting task was cancelled.
  case cancelled
}
