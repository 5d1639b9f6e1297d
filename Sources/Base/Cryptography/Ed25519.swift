/// Ed25519 signatures (RFC 8032, PureEdDSA): the long-term identities of both sides.
public enum Ed25519 {
  /// The size of a private key's seed and of a public key in bytes.
  public static let keyByteCount = 32
  /// The size of a signature in bytes.
  public static let signatureByteCount = 64

  /// A signature of 64 bytes, R ‖ S. It has not necessarily been verified.
  public struct Signature: Hashable, Sendable {
    /// The 64 bytes.
    public let bytes: [UInt8]

    /// Makes a signature from its bytes without verifying it.
    /// - Throws: `CryptographyError.invalidLength`.
    public init(bytes: some Collection<UInt8>) throws(CryptographyError) {
      guard bytes.count == Ed25519.signatureByteCount else { throw .invalidLength }
      self.bytes = Array(bytes)
    }
  }
}
