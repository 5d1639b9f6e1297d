import COpenSSL

/// X25519 key agreement (RFC 7748), used for the keys of one session.
public enum X25519 {
  /// The size of a private key, a public key and a shared secret in bytes.
  public static let byteCount = 32

  /// A public key. Any 32 bytes are accepted; `PrivateKey.sharedSecret(with:)` detects a point of small order.
  public struct PublicKey: Hashable, Sendable {
    /// The 32 bytes: u in little-endian order.
    public let bytes: [UInt8]

    /// Makes a public key from its bytes.
    /// - Throws: `CryptographyError.invalidLength`.
    public init(bytes: some Collection<UInt8>) throws(CryptographyError) {
      guard bytes.count == X25519.byteCount else { throw .invalidLength }
      self.bytes = Array(bytes)
    }
  }

  /// The result of a key agreement: 32 bytes that are input to a key derivation and are never used as a key themselves.
  public struct SharedSecret: Sendable {
    /// The 32 bytes.
    public let bytes: SecretBytes
  }

  /// A private key for one session.
  public struct PrivateKey: Sendable, CustomStringConvertible {
    /// The public key.
    public let publicKey: PublicKey

    private let handle: PKeyHandle

    /// Makes a key from 32 secret bytes. They are clamped as in RFC 7748 when they are used.
    /// - Throws: `CryptographyError.invalidLength`, `.invalidKey`, `.libraryFailure`.
    public init(bytes: SecretBytes) throws(CryptographyError) {
      guard bytes.count == X25519.byteCount else { throw .invalidLength }
      handle = try bytes.withUnsafeBytes { (bytes) throws(CryptographyError) in
        try PKeyHandle("X25519", part: .private, bytes)
      }
      publicKey = try PublicKey(bytes: handle.publicBytes())
    }

    /// Makes a new random key.
    /// - Throws: `CryptographyError.randomnessUnavailable`, `.libraryFailure`.
    public init(from random: any RandomSource) throws(CryptographyError) {
      try self.init(bytes: SecretBytes(count: X25519.byteCount, from: random))
    }

    /// Computes the secret shared with the holder of the other key.
    /// - Throws: `CryptographyError.invalidSharedSecret` if the result is all zero; `.libraryFailure`.
    public func sharedSecret(with peer: PublicKey) throws(CryptographyError) -> SharedSecret {
      let peerKey = try peer.bytes.withRawBytes { (bytes) throws(CryptographyError) in
        try PKeyHandle("X25519", part: .public, bytes)
      }
      guard let context = EVP_PKEY_CTX_new_from_pkey(nil, handle.pointer, nil) else { throw refusal(.libraryFailure) }
      defer { EVP_PKEY_CTX_free(context) }
      guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peerKey.pointer) == 1 else {
        throw refusal(.libraryFailure)
      }
      let secret = try SecretBytes(count: X25519.byteCount) { (buffer) throws(CryptographyError) in
        var count = buffer.count
        // libcrypto itself refuses the all-zero result, but the loop below does not depend on that.
        guard EVP_PKEY_derive(context, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), &count) == 1,
          count == X25519.byteCount, buffer.reduce(0, |) != 0
        else { throw refusal(.invalidSharedSecret) }
      }
      return SharedSecret(bytes: secret)
    }

    /// A fixed text, so that logs never show the key.
    public var description: String { "X25519.PrivateKey(redacted)" }
  }
}
