public import Cryptography

/// The provider's side of `connect_app`: a pure state machine that takes events and returns actions.
///
///     text(connect_app {m1, gate})      → sendText(result {m2})
///     text(connect_app.finish {m3})     → decide(claim)
///     finish(result)                    → the first encrypted frames, and the channel
///
/// Every other event, in any state, closes the connection. After that the machine does nothing more. The decision may
/// take time, and any frame of the consumer that arrives meanwhile closes the connection too.
public struct ProviderHandshake {
  /// The provider's input to a connection.
  public struct Configuration: Sendable {
    /// id_P: the provider's signing key.
    public var identity: Ed25519.SigningKey
    /// k_local: the 32 bytes that are published in the discovery file of this start.
    public var gateKey: SecretBytes
    /// The prologue, which must be identical on both sides.
    public var prologue: ConnectAppPrologue
    /// The limits of the record layer.
    public var limits: RecordLimits

    /// Makes the provider's input to a connection.
    public init(
      identity: Ed25519.SigningKey, gateKey: SecretBytes, prologue: ConnectAppPrologue,
      limits: RecordLimits = .standard
    ) {
      self.identity = identity
      self.gateKey = gateKey
      self.prologue = prologue
      self.limits = limits
    }
  }

  /// The next step of the caller.
  public enum Action {
    /// Send these bytes as one text frame.
    case sendText([UInt8])
    /// Decide about the consumer and call `finish(result:)`.
    case decide(Claim)
    /// Close with `failure.closeCode` and send nothing more.
    case close(HandshakeFailure)
  }

  /// The identity that the consumer has proven, and the manifest that it claims.
  public struct Claim: Sendable {
    /// id_C: the key that the consumer has proven to hold.
    public let identity: Ed25519.VerifyingKey
    /// The data that the consumer signed, including the manifest. The content of the manifest is only claimed.
    public let evidence: ConsumerEvidence
    /// h: the hash of the whole handshake, 32 bytes. It identifies the session.
    public let handshakeHash: [UInt8]
    /// N_P, 32 bytes. A result that asks for pairing has it in its member `sas_nonce`, in base64url.
    public let pairingNonce: [UInt8]
    /// The code that the owner must type for an unknown consumer.
    public let pairingCode: PairingCode

    /// The manifest exactly as it was received: a JSON object in UTF-8.
    public var manifest: [UInt8] { evidence.manifest }
  }

  /// An established session, as seen by the provider.
  public struct Established {
    /// The first frames, each of which must be sent as one binary frame before any other.
    public let frames: [[UInt8]]
    /// Seals and opens all further records.
    public let channel: SecureChannel
  }

  private enum State {
    case awaitingFirstMessage
    case awaitingThirdMessage(HandshakeState, nonce: [UInt8])
    case deciding(SecureChannel)
    case over
  }

  private let configuration: Configuration
  private let random: any RandomSource
  private var state = State.awaitingFirstMessage

  /// Makes a machine for one connection. It draws 32 random bytes each for the session key, the ephemeral key and N_P,
  /// in this order, and only after the gate was correct.
  public init(_ configuration: Configuration, random: any RandomSource) {
    self.configuration = configuration
    self.random = random
  }

  /// Handles a received text frame.
  public mutating func received(text: [UInt8]) -> Action {
    let current = take()
    do throws(HandshakeFailure) {
      switch current {
      case .awaitingFirstMessage:
        guard case .connect(let message, let gate) = try HandshakeMessages.readRequest(text) else {
          throw .unexpectedMessage
        }
        return try answer(message, gate: gate)
      case .awaitingThirdMessage(let noise, let nonce):
        guard case .finish(let message) = try HandshakeMessages.readRequest(text) else { throw .unexpectedMessage }
        return .decide(try identify(message, noise, nonce: nonce))
      case .deciding, .over:
        throw .unexpectedMessage
      }
    } catch {
      return .close(error)
    }
  }

  /// Handles a received binary frame. It is never expected before the result has been sent, so it closes the
  /// connection.
  public mutating func received(binary frame: [UInt8]) -> Action {
    _ = take()
    return .close(.unexpectedMessage)
  }

  /// Completes the handshake after the decision: seals the first encrypted message, which answers `connect_app.finish`.
  /// - Parameter result: the JSON text of the result object, with `status` and, for pairing, `sas_nonce`.
  /// - Throws: `HandshakeFailure.unexpectedMessage` if no decision is open, for example because the machine has failed
  ///   meanwhile; `.internalFailure`.
  public mutating func finish(result: [UInt8]) throws(HandshakeFailure) -> Established {
    guard case .deciding(let channel) = take() else { throw .unexpectedMessage }
    guard let frames = try? channel.seal(HandshakeMessages.finishResult(result)) else { throw .internalFailure }
    return Established(frames: frames, channel: channel)
  }

  /// Moves the state out of the machine. A caller that does not put a state back thereby ends the machine.
  private mutating func take() -> State {
    defer { state = .over }
    return state
  }

  private mutating func answer(_ message: [UInt8], gate: [UInt8]) throws(HandshakeFailure) -> Action {
    do {
      guard constantTimeEqual(try ConnectApp.gate(for: message, key: configuration.gateKey), gate) else {
        return .close(.gateRefused)
      }
      var noise = try HandshakeState(
        role: .responder, prologue: configuration.prologue.bytes,
        localStatic: X25519.PrivateKey(from: random), localEphemeral: X25519.PrivateKey(from: random))
      let nonce = try random.bytes(count: ConnectApp.nonceSize)
      guard try noise.readMessage(message).isEmpty else { return .close(.malformedMessage) }
      let statement = ConnectApp.providerStatement(hash: noise.handshakeHash, sessionKey: noise.localStaticKey)
      let payload = ProviderPayload(
        identity: configuration.identity.verifyingKey, signature: try configuration.identity.sign(statement),
        commitment: try ConnectApp.commitment(to: nonce))
      guard let bytes = payload.bytes else { return .close(.internalFailure) }
      let second = try noise.writeMessage(bytes)
      state = .awaitingThirdMessage(noise, nonce: nonce)
      return .sendText(HandshakeMessages.connectResult(message: second))
    } catch {
      throw HandshakeFailure(reading: error)
    }
  }

  private mutating func identify(
    _ message: [UInt8], _ noise: HandshakeState, nonce: [UInt8]
  ) throws(HandshakeFailure) -> Claim {
    var noise = noise
    let secondHash = noise.handshakeHash
    let payload: ConsumerPayload
    do {
      payload = try ConsumerPayload(bytes: noise.readMessage(message))
    } catch {
      throw HandshakeFailure(reading: error)
    }
    guard payload.identity != configuration.identity.verifyingKey else { throw .ownIdentity }
    guard let consumerKey = noise.remoteStatic else { throw .internalFailure }
    try HandshakeMessages.requireObject(payload.manifest)
    let evidence = ConsumerEvidence(
      handshakeHash: secondHash, sessionKey: consumerKey, manifest: payload.manifest, signature: payload.signature)
    do throws(CryptographyError) {
      guard try evidence.isSigned(by: payload.identity) else { throw CryptographyError.authenticationFailure }
      let handshakeHash = noise.handshakeHash
      let code = try PairingCode(consumerNonce: payload.nonce, providerNonce: nonce, handshakeHash: handshakeHash)
      let (send, receive) = try noise.split()
      state = .deciding(SecureChannel(send: send, receive: receive, limits: configuration.limits))
      return Claim(
        identity: payload.identity, evidence: evidence, handshakeHash: handshakeHash, pairingNonce: nonce,
        pairingCode: code)
    } catch {
      throw HandshakeFailure(reading: error)
    }
  }
}
