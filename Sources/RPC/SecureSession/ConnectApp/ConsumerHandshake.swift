public import Cryptography
public import JSON

/// The consumer's side of `connect_app`: a pure machine that takes what happened and says what to do.
///
///     start                 → sendText(connect_app {m1, gate})
///     text(result {m2})     → sendText(connect_app.finish {m3})
///     binary(frames)        → established
///
/// Everything else, in any state, closes the connection and leaves a machine that does nothing more.
public struct ConsumerHandshake {
  /// What the consumer brings to a connection.
  public struct Configuration: Sendable {
    /// id_C, the app's own key.
    public var identity: Ed25519.SigningKey
    /// id_P, as pinned: nothing of our own identity goes to anybody else.
    public var pinnedProvider: Ed25519.VerifyingKey
    /// k_local, 32 bytes from the discovery file.
    public var gateKey: SecretBytes
    /// What both sides must have seen alike.
    public var prologue: ConnectAppPrologue
    /// A JSON object in UTF-8, at most 16,384 bytes: what the app claims to be and asks for.
    public var manifest: [UInt8]
    /// The numbers of the record layer.
    public var limits: RecordLimits

    /// What the consumer brings to a connection.
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

  /// What to do next.
  public enum Action {
    /// Send this as one text frame.
    case sendText([UInt8])
    /// Nothing: the first encrypted message has not come in whole.
    case wait
    /// The session stands.
    case established(Established)
    /// Close with `failure.closeCode` and say nothing.
    case close(HandshakeFailure)
  }

  /// A session as the consumer gets it.
  public struct Established {
    /// The records from here on.
    public let channel: SecureChannel
    /// What the provider decided.
    public let status: ConnectStatus
    /// The whole decrypted result.
    public let result: JSONObject
    /// The digits to show, when the provider revealed N_P and it matched its commitment; nil otherwise.
    public let pairingCode: PairingCode?
    /// h: the hash of the whole handshake, which names the session, 32 bytes.
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

  /// A machine for one connection. Draws 32 bytes each for the session key, the ephemeral key and N_C, in this order.
  /// - Throws: `HandshakeFailure.malformedMessage` for a manifest that is too large or no JSON object,
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

  /// The connection is open: the first message.
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

  /// A text frame came.
  public mutating func received(text: [UInt8]) -> Action {
    guard case .awaitingSecondMessage(let noise, let nonce) = take() else { return .close(.unexpectedMessage) }
    do {
      return try answer(HandshakeMessages.readConnectResult(text), noise, nonce: nonce)
    } catch {
      return .close(error)
    }
  }

  /// A binary frame came.
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

  /// Moves the state out; whatever does not put one back has ended the machine.
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
    return Established(
      channel: pending.channel, status: status, result: result, pairingCode: code,
      handshakeHash: pending.handshakeHash)
  }
}
