import Cryptography

/// The reason why a handshake failed. It is for the local log only; the peer receives nothing but the close code.
public enum HandshakeFailure: Error, Equatable, Sendable {
  /// A frame does not follow the protocol, in its JSON, its members, its base64url, its sizes or a key that is invalid.
  case malformedMessage
  /// A message arrived at a time or on a side where it is not allowed, or after the handshake had ended.
  case unexpectedMessage
  /// The gate is missing or wrong, so the sender has not read the discovery file of this start.
  case gateRefused
  /// A tag, a signature or a commitment does not match, because of another prologue, another key or a changed message.
  case authenticationFailed
  /// The provider's identity is not the pinned one. An app must not connect; the owner has to pair again.
  case wrongProvider
  /// The peer presented this side's own identity.
  case ownIdentity
  /// The provider answered with a JSON-RPC error instead of its message.
  case refusedByProvider
  /// This side failed, for example because there was no randomness or no memory.
  case internalFailure

  /// The WebSocket close code for this failure: 1008 (policy violation), or 1011 for a failure of this side.
  public var closeCode: UInt16 { self == .internalFailure ? 1011 : SecureChannel.fatalCloseCode }
}

extension HandshakeFailure {
  /// Translates an error of the cryptographic functions that occurred while a message of the peer was read.
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
