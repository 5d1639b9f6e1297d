import COpenSSL

/// X25519 key agreement (RFC 7748): the keys of one session.
public enum X25519 {
  /// The size of a private key, a public key and a shared secret in bytes.
  public static let byteCount = 32

  /// A public key. Any 32 bytes are one; a point of small order is found by `PrivateKey.sharedSecret(with:)`.
  public struct PublicKey: Hashable, Sendable {
    /// The 32 bytes: u, little-endian.
    public let bytes: [UInt8]

    /// A public key from its bytes.
    /// - Throws: `CryptographyError.invalidLength`.
    public init(bytes: some Collection<UInt8>) throws(CryptographyError) {
      guard bytes.count == X25519.byteCount else { throw .invalidLength }
      self.bytes = Array(bytes)
    }
  }

  /// What two keys agree on: 32 bytes that are input to a key derivation and never a key themselves.
  public struct SharedSecret: Sendable {
    /// The 32 bytes.
    public let bytes: SecretBytes
  }

  /// A private key, for one session.
  public struct PrivateKey: Sendable, CustomStringConvertible {
    /// The public half.
    public let publicKey: PublicKey

    private let handle: PKeyHandle

    /// The key of 32 secret bytes; they are clamped as RFC 7748 says when they are used.
    /// - Throws: `CryptographyError.invalidLength`, `.invalidKey`, `.libraryFailure`.
    public init(bytes: SecretBytes) throws(CryptographyError) {
      guard bytes.count == X25519.byteCount else { throw .invalidLength }
      handle = try bytes.withUnsafeBytes { (bytes) throws(CryptographyError) in
        try PKeyHandle("X25519", .private, bytes)
      }
      publicKey = try PublicKey(bytes: handle.publicBytes())
    }

    /// A fresh key.
    /// - Throws: `CryptographyError.randomnessUnavailable`, `.libraryFailure`.
    public init(from random: any RandomSource) throws(CryptographyError) {
      try self.init(bytes: SecretBytes(count: X25519.byteCount, from: random))
    }

    /// The secret shared with the holder of the other key.
    /// - Throws: `CryptographyError.invalidSharedSecret` when the result is all zero, `.libraryFailure`.
    public func sharedSecret(with peer: PublicKey) throws(CryptographyError) -> SharedSecret {
      let peerKey = try peer.bytes.withRawBytes { (bytes) throws(CryptographyError) in
        try PKeyHandle("X25519", .public, bytes)
      }
      guard let context = EVP_PKEY_CTX_new_from_pkey(nil, handle.pointer, nil) else { throw refusal(.libraryFailure) }
      defer { EVP_PKEY_CTX_free(context) }
      guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peerKey.pointer) == 1 else {
        throw refusal(.libraryFailure)
      }
      let secret = try SecretBytes(count: X25519.byteCount) { (buffer) throws(CryptographyError) in
        var count = buffer.count
        // libcrypto refuses the all-zero result by itself; the loop below does not depend on it.
        guard EVP_PKEY_derive(context, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), &count) == 1,
          count == X25519.byteCount, buffer.reduce(0, |) != 0
        else { throw refusal(.invalidSharedSecret) }
      }
      return SharedSecret(bytes: secret)
    }

    /// Nothing of the key.
    public var description: String { "X25519.PrivateKey(redacted)" }
  }
}
