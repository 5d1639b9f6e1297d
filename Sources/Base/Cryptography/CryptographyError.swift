/// What can go wrong in this module. Coarse on purpose: a finer reason helps only an attacker.
public enum CryptographyError: Error, Equatable, Sendable {
  /// A value has the wrong number of bytes for its type, or an output buffer does not fit.
  case invalidLength
  /// The bytes are no key of this kind: not canonical, not on the curve, or of small order.
  case invalidKey
  /// A tag or a signature does not match. Nothing of the plaintext was released.
  case authenticationFailure
  /// X25519 gave the all-zero value: the peer's point has small order (RFC 7748, section 6.1).
  case invalidSharedSecret
  /// The parameters of a derivation are out of range, or it would need more memory than allowed.
  case invalidParameters
  /// The text is not strict base64url (RFC 4648, section 5, without padding).
  case invalidEncoding
  /// The random number generator refused.
  case randomnessUnavailable
  /// libcrypto refused for a reason of its own: no memory, or an algorithm is not provided.
  case libraryFailure
}
