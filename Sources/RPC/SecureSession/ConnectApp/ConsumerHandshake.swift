public import Cryptography
public import JSON

/// The consumer's side of `connect_app`: a pure state machine that takes events and returns actions.
///
///     start                 → sendText(connect_app {m1, gate})
///     text(result {m2})     → sendText(connect_app.finish {m3})
///     binary(frames)        → established
///
/// Every other event, in any state, closes the connection. After that the machine does nothing more.
public struct ConsumerHandshake {
  /// The consumer's input to a connection.
  public struct Configuration: Sendable {
    /// id_C: the signing key of the app.
    public var identity: Ed25519.SigningKey
    /// id_P: the pinned key of the provider. The consumer reveals its own identity to no other provider.
    public var pinnedProvider: Ed25519.VerifyingKey
    /// k_local: 32 bytes from the discovery file.
    public var gateKey: SecretBytes
    /// The prologue, which must be identical on both sides.
    public var prologue: ConnectAppPrologue
    /// The app's manifest: a JSON object in UTF-8 of at most 16,384 bytes. It says what the app claims to be and what
    /// it asks for.
    public var manifest: [UInt8]
    /// The limits of the record layer.
    public var limits: RecordLimits

    /// Makes the consumer's input to a connection.
    public init(
      identity: Ed25519.SigningKey, pinnedProvider: Ed25519.VerifyingKey, gateKey: SecretBytes,
      prologue: ConnectAppPrologue, manifest: [UInt8], limits: RecordLimits = .standard
    ) {
      self.identity = identity
      self.pinnedProvider = pinnedProvider
      self.gateKey = gateKey
      self.prologue = prologue
      self.manifest = manifest
      self.limits = limits
    }
  }

  /// The next step of the caller.
  public enum Action {
    /// Send these bytes as one text frame.
    case sendText([UInt8])
    /// Wait: the first encrypted message is not complete.
    case wait
    /// The session is established.
    case established(Established)
    /// Close with `failure.closeCode` and send nothing more.
    case close(HandshakeFailure)
  }

  /// An established session, as seen by the consumer.
  public struct Established {
    /// Seals and opens all further records.
    public let channel: SecureChannel
    /// The provider's decision about this consumer.
    public let status: ConnectStatus
    /// The whole decrypted result.
    public let result: JSONObject
    /// The digits to show; nil unless the provider revealed an N_P that matches its commitment.
    public let pairingCode: PairingCode?
    /// h: the hash of the whole handshake, 32 bytes. It identifies the session.
    public let handshakeHash: [UInt8]
  }

  private enum State {
    case ready(HandshakeState, nonce: [UInt8])
    case awaitingSecondMessage(HandshakeState, nonce: [UInt8])
    case awaitingResult(Pending)
    case over
  }

  private struct Pending {
    var channel: SecureChannel
    var nonce: [UInt8]
    var commitment: [UInt8]
    var handshakeHash: [UInt8]
  }

  private let configuration: Configuration
  private var state: State

  /// Makes a machine for one connection. It draws 32 random bytes each for the session key, the ephemeral key and N_C,
  /// in this order.
  /// - Throws: `HandshakeFailure.malformedMessage` if the manifest is too large or not a JSON object;
  ///   `.internalFailure`.
  public init(_ configuration: Configuration, random: any RandomSource) throws(HandshakeFailure) {
    guard configuration.manifest.count <= ConnectApp.maximumManifestSize else { throw .malformedMessage }
    try HandshakeMessages.requireObject(configuration.manifest)
    self.configuration = configuration
    do {
      let noise = try HandshakeState(
        role: .initiator, prologue: configuration.prologue.bytes,
        localStatic: X25519.PrivateKey(from: random), localEphemeral: X25519.PrivateKey(from: random))
      state = .ready(noise, nonce: try random.bytes(count: ConnectApp.nonceSize))
    } catch {
      throw .internalFailure
    }
  }

  /// Returns the first message. It must be called once, when the connection is open.
  public mutating func start() -> Action {
    guard case .ready(var noise, let nonce) = take() else { return .close(.unexpectedMessage) }
    do {
      let message = try noise.writeMessage([])
      let gate = try ConnectApp.gate(for: message, key: configuration.gateKey)
      state = .awaitingSecondMessage(noise, nonce: nonce)
      return .sendText(HandshakeMessages.connect(message: message, gate: gate))
    } catch {
      return .close(.internalFailure)
    }
  }

  /// Handles a received text frame.
  public mutating func received(text: [UInt8]) -> Action {
    guard case .awaitingSecondMessage(let noise, let nonce) = take() else { return .close(.unexpectedMessage) }
    do {
      return try answer(HandshakeMessages.readConnectResult(text), noise, nonce: nonce)
    } catch {
      return .close(error)
    }
  }

  /// Handles a received binary frame.
  public mutating func received(binary frame: [UInt8]) -> Action {
    guard case .awaitingResult(let pending) = take() else { return .close(.unexpectedMessage) }
    guard let opened = try? pending.channel.open(frame) else { return .close(.authenticationFailed) }
    switch opened {
    case .incomplete:
      state = .awaitingResult(pending)
      return .wait
    case .goodbye:
      pending.channel.erase()
      return .close(.unexpectedMessage)
    case .message(let message):
      do {
        return .established(try establish(pending, HandshakeMessages.readFinishResult(message)))
      } catch {
        pending.channel.erase()
        return .close(error)
      }
    }
  }

  /// Moves the state out of the machine. A caller that does not put a state back thereby ends the machine.
  private mutating func take() -> State {
    defer { state = .over }
    return state
  }

  private mutating func answer(
    _ message: [UInt8], _ noise: HandshakeState, nonce: [UInt8]
  ) throws(HandshakeFailure) -> Action {
    var noise = noise
    let firstHash = noise.handshakeHash
    let payload: ProviderPayload
    do {
      payload = try ProviderPayload(bytes: noise.readMessage(message))
    } catch {
      throw HandshakeFailure(reading: error)
    }
    guard payload.identity != configuration.identity.verifyingKey else { throw .ownIdentity }
    guard payload.identity == configuration.pinnedProvider else { throw .wrongProvider }
    guard let providerKey = noise.remoteStatic,
      payload.identity.isValid(
        payload.signature, for: ConnectApp.providerStatement(hash: firstHash, sessionKey: providerKey))
    else { throw .authenticationFailed }
    do {
      let third = try noise.writeMessage(signedPayload(noise, nonce: nonce))
      let handshakeHash = noise.handshakeHash
      let (send, receive) = try noise.split()
      let channel = SecureChannel(send: send, receive: receive, limits: configuration.limits)
      state = .awaitingResult(
        Pending(channel: channel, nonce: nonce, commitment: payload.commitment, handshakeHash: handshakeHash))
      return .sendText(HandshakeMessages.finish(message: third))
    } catch {
      throw .internalFailure
    }
  }

  private func signedPayload(_ noise: HandshakeState, nonce: [UInt8]) throws(CryptographyError) -> [UInt8] {
    let statement = try ConnectApp.consumerStatement(
      hash: noise.handshakeHash, sessionKey: noise.localStaticKey, manifest: configuration.manifest)
    let payload = ConsumerPayload(
      identity: configuration.identity.verifyingKey, manifest: configuration.manifest,
      signature: try configuration.identity.sign(statement), nonce: nonce)
    guard let bytes = payload.bytes else { throw .invalidLength }
    return bytes
  }

  private func establish(_ pending: Pending, _ result: JSONObject) throws(HandshakeFailure) -> Established {
    guard let status = result["status"]?.stringValue.flatMap(ConnectStatus.init(rawValue:)) else {
      throw .malformedMessage
    }
    var code: PairingCode?
    if let member = result["sas_nonce"] {
      let nonce = try HandshakeMessages.bytes(member)
      guard nonce.count == ConnectApp.nonceSize else { throw .malformedMessage }
      do throws(CryptographyError) {
        guard constantTimeEqual(try ConnectApp.commitment(to: nonce), pending.commitment) else {
          throw CryptographyError.authenticationFailure
        }
        code = try PairingCode(
          consumerNonce: pending.nonce, providerNonce: nonce, handshakeHash: pending.handshakeHash)
      } catch {
        throw HandshakeFailure(reading: error)
      }
    }
    // Without it there would be nothing to show, and the owner could not tell this app from another.
    guard code != nil || status != .pending else { throw .malformedMessage }
    return Established(
      channel: pending.channel, status: status, result: result, pairingCode: code,
      handshakeHash: pending.handshakeHash)
  }
}
