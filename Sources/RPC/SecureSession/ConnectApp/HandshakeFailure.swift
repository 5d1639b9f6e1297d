import Cryptography

/// Why a handshake ended. For the local log only: the peer gets the close code and no word.
public enum HandshakeFailure: Error, Equatable, Sendable {
  /// A frame is not what the protocol says: JSON, fields, base64url, sizes, a key that is none.
  case malformedMessage
  /// A message of the protocol at a time, or on a side, where it has no place; or anything after the end.
  case unexpectedMessage
  /// The gate is missing or wrong: the sender has not read this start's discovery file.
  case gateRefused
  /// A tag, signature or commitment does not match: another prologue, another key, or a changed message.
  case authenticationFailed
  /// The provider has another identity than the pinned one. Never connect; ask the owner to pair anew.
  case wrongProvider
  /// The peer presented our own identity.
  case ownIdentity
  /// The provider answered with a JSON-RPC error instead of its message.
  case refusedByProvider
  /// Our own machinery failed: no randomness, no memory.
  case internalFailure

  /// The WebSocket close code that goes with it: 1008 policy violation, or 1011 for our own failure.
  public var closeCode: UInt16 { self == .internalFailure ? 1011 : SecureChannel.fatalCloseCode }
}

extension HandshakeFailure {
  /// What a refusal of the primitives means while a peer's message is read.
  init(reading error: CryptographyError) {
    self =
      switch error {
      case .authenticationFailure, .invalidSharedSecret: .authenticationFailed
      case .invalidLength, .invalidKey, .invalidEncoding: .malformedMessage
      case .invalidParameters: .unexpectedMessage
      case .randomnessUnavailable, .libraryFailure: .internalFailure
      }
  }
}
