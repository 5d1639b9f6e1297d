public import Cryptography

/// The provider's side of `connect_app`: a pure machine that takes what happened and says what to do.
///
///     text(connect_app {m1, gate})      → sendText(result {m2})
///     text(connect_app.finish {m3})     → decide(claim)
///     finish(result)                    → the first encrypted frames, and the channel
///
/// Everything else, in any state, closes the connection and leaves a machine that does nothing more. While the decision
/// is open, which may take time, any frame of the consumer is such a thing too.
public struct ProviderHandshake {
  /// What the provider brings to a connection.
  public struct Configuration: Sendable {
    /// id_P.
    public var identity: Ed25519.SigningKey
    /// k_local, the 32 bytes published in the discovery file of this start.
    public var gateKey: SecretBytes
    /// What both sides must have seen alike.
    public var prologue: ConnectAppPrologue
    /// The numbers of the record layer.
    public var limits: RecordLimits

    /// What the provider brings to a connection.
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

  /// What to do next.
  public enum Action {
    /// Send this as one text frame.
    case sendText([UInt8])
    /// Look the consumer up and call `finish(result:)`.
    case decide(Claim)
    /// Close with `failure.closeCode` and say nothing.
    case close(HandshakeFailure)
  }

  /// Who the consumer proved to be, and what it claims.
  public struct Claim: Sendable {
    /// id_C: proven.
    public let identity: Ed25519.VerifyingKey
    /// What it signed, with the manifest as received: claimed only.
    public let evidence: ConsumerEvidence
    /// h: the hash of the whole handshake, which names the session, 32 bytes.
    public let handshakeHash: [UInt8]
    /// N_P, 32 bytes: the member `sas_nonce` of a result that asks for pairing, in base64url.
    public let pairingNonce: [UInt8]
    /// What the owner must type for an unknown consumer.
    public let pairingCode: PairingCode

    /// The manifest: a JSON object in UTF-8 as received.
    public var manifest: [UInt8] { evidence.manifest }
  }

  /// A session as the provider gets it.
  public struct Established {
    /// The first frames to send, each as one binary frame, before any other.
    public let frames: [[UInt8]]
    /// The records from here on.
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

  /// A machine for one connection. It draws 32 bytes each for the session key, the ephemeral key and N_P, in this
  /// order, and only after the gate was right.
  public init(_ configuration: Configuration, random: any RandomSource) {
    self.configuration = configuration
    self.random = random
  }

  /// A text frame came.
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

  /// A binary frame came: before the result is sent there is none to come.
  public mutating func received(binary frame: [UInt8]) -> Action {
    _ = take()
    return .close(.unexpectedMessage)
  }

  /// The decision is made: seals the first encrypted message, the answer to `connect_app.finish`.
  /// - Parameter result: the JSON text of the result object, with `status` and, for pairing, `sas_nonce`.
  /// - Throws: `HandshakeFailure.unexpectedMessage` when no decision is open (the machine died meanwhile),
  ///   `.internalFailure`.
  public mutating func finish(result: [UInt8]) throws(HandshakeFailure) -> Established {
    guard case .deciding(let channel) = take() else { throw .unexpectedMessage }
    guard let frames = try? channel.seal(HandshakeMessages.finishResult(result)) else { throw .internalFailure }
    return Established(frames: frames, channel: channel)
  }

  /// Moves the state out; whatever does not put one back has ended the machine.
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
