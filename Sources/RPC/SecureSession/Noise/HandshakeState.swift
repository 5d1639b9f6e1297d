import Cryptography

/// The HandshakeState object of Noise (rev 34, section 5.3) for one pattern: `Noise_XX_25519_ChaChaPoly_SHA256`.
///
///     -> e
///     <- e, ee, s, es
///     -> s, se
///
/// After a refused message the state is unusable: there is no second try, and all further messages are refused.
struct HandshakeState {
  static let protocolName: StaticString = "Noise_XX_25519_ChaChaPoly_SHA256"
  /// The size limit of every Noise message (section 3).
  static let maximumMessageSize = 65_535

  enum Role { case initiator, responder }
  enum Token { case e, s, ee, es, se }

  private static let pattern: [[Token]] = [[.e], [.e, .ee, .s, .es], [.s, .se]]

  private let role: Role
  private let localStatic: X25519.PrivateKey
  private let localEphemeral: X25519.PrivateKey
  private var symmetric: SymmetricState
  /// The static key that the peer sent. So far the peer only claims it.
  private(set) var remoteStatic: X25519.PublicKey?
  private var remoteEphemeral: X25519.PublicKey?
  private var position = 0
  private var dead = false

  /// Initialize(XX, role, prologue, s, e). The caller makes the ephemeral key, which must not be used for any other
  /// object.
  init(
    role: Role, prologue: [UInt8], localStatic: X25519.PrivateKey, localEphemeral: X25519.PrivateKey
  ) throws(CryptographyError) {
    self.role = role
    self.localStatic = localStatic
    self.localEphemeral = localEphemeral
    symmetric = SymmetricState(protocolName: Self.protocolName)
    try symmetric.mixHash(prologue)
  }

  /// h: the handshake hash after the last message.
  var handshakeHash: [UInt8] { symmetric.handshakeHash }
  /// The public half of this side's static key.
  var localStaticKey: X25519.PublicKey { localStatic.publicKey }
  /// Whether all three messages were processed successfully.
  var isComplete: Bool { !dead && position == Self.pattern.count }

  private var isOurTurn: Bool { (role == .initiator) == position.isMultiple(of: 2) }

  /// WriteMessage(payload).
  mutating func writeMessage(_ payload: [UInt8]) throws(CryptographyError) -> [UInt8] {
    guard !dead, position < Self.pattern.count, isOurTurn else { throw die(.invalidParameters) }
    do throws(CryptographyError) {
      var message: [UInt8] = []
      for token in Self.pattern[position] { try write(token, to: &message) }
      message += try symmetric.encryptAndHash(payload)
      guard message.count <= Self.maximumMessageSize else { throw CryptographyError.invalidLength }
      position += 1
      return message
    } catch {
      throw die(error)
    }
  }

  /// ReadMessage(message). Returns the payload.
  mutating func readMessage(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] {
    guard !dead, position < Self.pattern.count, !isOurTurn, message.count <= Self.maximumMessageSize else {
      throw die(.invalidParameters)
    }
    do {
      var rest = message[...]
      for token in Self.pattern[position] { try read(token, from: &rest) }
      let payload = try symmetric.decryptAndHash(Array(rest))
      position += 1
      return payload
    } catch {
      throw die(error)
    }
  }

  /// Split(), after all messages. Returns the ciphers for sending and receiving.
  consuming func split() throws(CryptographyError) -> (send: CipherState, receive: CipherState) {
    guard isComplete else { throw .invalidParameters }
    let role = role
    let (fromInitiator, toInitiator) = try symmetric.split()
    return role == .initiator ? (fromInitiator, toInitiator) : (toInitiator, fromInitiator)
  }

  private mutating func die(_ error: CryptographyError) -> CryptographyError {
    dead = true
    return error
  }

  private mutating func write(_ token: Token, to message: inout [UInt8]) throws(CryptographyError) {
    switch token {
    case .e:
      message += localEphemeral.publicKey.bytes
      try symmetric.mixHash(localEphemeral.publicKey.bytes)
    case .s:
      message += try symmetric.encryptAndHash(localStatic.publicKey.bytes)
    case .ee, .es, .se:
      try mixKey(token)
    }
  }

  private mutating func read(_ token: Token, from rest: inout ArraySlice<UInt8>) throws(CryptographyError) {
    switch token {
    case .e:
      let bytes = try take(X25519.byteCount, from: &rest)
      remoteEphemeral = try X25519.PublicKey(bytes: bytes)
      try symmetric.mixHash(bytes)
    case .s:
      let bytes = try take(X25519.byteCount + ChaCha20Poly1305.tagByteCount, from: &rest)
      remoteStatic = try X25519.PublicKey(bytes: symmetric.decryptAndHash(bytes))
    case .ee, .es, .se:
      try mixKey(token)
    }
  }

  private mutating func mixKey(_ token: Token) throws(CryptographyError) {
    // The first letter of a token names the initiator's key, the second the responder's key.
    let (local, remote): (X25519.PrivateKey, X25519.PublicKey?) =
      switch (token, role) {
      case (.es, .initiator), (.se, .responder): (localEphemeral, remoteStatic)
      case (.es, .responder), (.se, .initiator): (localStatic, remoteEphemeral)
      default: (localEphemeral, remoteEphemeral)
      }
    guard let remote else { throw .invalidKey }
    try symmetric.mixKey(local.sharedSecret(with: remote))
  }

  private func take(_ count: Int, from rest: inout ArraySlice<UInt8>) throws(CryptographyError) -> [UInt8] {
    guard rest.count >= count else { throw .invalidLength }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
