/// The errors of this module. They give no detail on purpose, because a finer reason helps only an attacker.
public enum CryptographyError: Error, Equatable, Sendable {
  /// A value has the wrong number of bytes for its type, or an output buffer does not fit.
  case invalidLength
  /// The bytes are not a valid key of this kind: they are not canonical, not on the curve, or of small order.
  case invalidKey
  /// A tag or a signature does not match. Nothing of the plaintext was released.
  case authenticationFailure
  /// X25519 returned the all-zero value, because the peer's point has small order (RFC 7748, section 6.1).
  case invalidSharedSecret
  /// The parameters of a key derivation are out of range, or it would need more memory than allowed.
  case invalidParameters
  /// The text is not strict base64url (RFC 4648, section 5, without padding).
  case invalidEncoding
  /// The random number generator failed.
  case randomnessUnavailable
  /// libcrypto failed for another reason, for example because there is no memory or an algorithm is not available.
  case libraryFailure
}
