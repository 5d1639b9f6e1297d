import COpenSSL

extension Ed25519 {
  /// A private signing key. Only the seed is worth storing; the description never shows it.
  public struct SigningKey: Sendable, CustomStringConvertible {
    /// The 32-byte seed of RFC 8032, the "private key" of its text.
    public let seed: SecretBytes
    /// The public half.
    public let verifyingKey: VerifyingKey

    private let handle: PKeyHandle

    /// The key of a seed.
    /// - Throws: `CryptographyError.invalidLength`, `.invalidKey`, `.libraryFailure`.
    public init(seed: SecretBytes) throws(CryptographyError) {
      guard seed.count == Ed25519.keyByteCount else { throw .invalidLength }
      handle = try seed.withUnsafeBytes { (bytes) throws(CryptographyError) in
        try PKeyHandle("ED25519", .private, bytes)
      }
      self.seed = seed
      verifyingKey = try VerifyingKey(bytes: handle.publicBytes())
    }

    /// A fresh key.
    /// - Throws: `CryptographyError.randomnessUnavailable`, `.libraryFailure`.
    public init(from random: any RandomSource) throws(CryptographyError) {
      try self.init(seed: SecretBytes(count: Ed25519.keyByteCount, from: random))
    }

    /// The signature of a message; the same key and message always give the same one.
    /// - Throws: `CryptographyError.libraryFailure`.
    public func sign(_ message: [UInt8]) throws(CryptographyError) -> Signature {
      guard let context = EVP_MD_CTX_new() else { throw refusal(.libraryFailure) }
      defer { EVP_MD_CTX_free(context) }
      var signature = [UInt8](repeating: 0, count: Ed25519.signatureByteCount)
      var count = signature.count
      guard EVP_DigestSignInit(context, nil, nil, nil, handle.pointer) == 1,
        EVP_DigestSign(context, &signature, &count, message, message.count) == 1
      else { throw refusal(.libraryFailure) }
      return try Signature(bytes: signature)
    }

    /// The public half only.
    public var description: String { "SigningKey(of \(verifyingKey), redacted)" }
  }
}
