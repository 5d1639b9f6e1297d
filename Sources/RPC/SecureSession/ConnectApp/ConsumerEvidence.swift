public import Cryptography

/// The data that a consumer signed when it connected. It proves what the owner was asked, can be verified by itself and
/// is stored with the grant.
public struct ConsumerEvidence: Hashable, Sendable {
  /// h2: the handshake hash after the second message, 32 bytes.
  public let handshakeHash: [UInt8]
  /// s_C: the consumer's key of that session.
  public let sessionKey: X25519.PublicKey
  /// The manifest exactly as it was received: a JSON object in UTF-8, not normalised.
  public let manifest: [UInt8]
  /// sig_C: the signature of the consumer.
  public let signature: Ed25519.Signature

  /// Makes evidence that was read from storage.
  public init(
    handshakeHash: [UInt8], sessionKey: X25519.PublicKey, manifest: [UInt8], signature: Ed25519.Signature
  ) {
    self.handshakeHash = handshakeHash
    self.sessionKey = sessionKey
    self.manifest = manifest
    self.signature = signature
  }

  /// Whether the given identity signed the manifest in that session:
  /// - Throws: `CryptographyError.libraryFailure`.
  public func isSigned(by identity: Ed25519.VerifyingKey) throws(CryptographyError) -> Bool {
    identity.isValid(
      signature,
      for: try ConnectApp.consumerStatement(hash: handshakeHash, sessionKey: sessionKey, manifest: manifest))
  }
}
