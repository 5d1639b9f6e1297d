import COpenSSL

extension Ed25519 {
  /// A private signing key. Only its seed has to be stored. Its description never shows the seed.
  public struct SigningKey: Sendable, CustomStringConvertible {
    /// The 32-byte seed, which RFC 8032 calls the private key.
    public let seed: SecretBytes
    /// The public key.
    public let verifyingKey: VerifyingKey

    private let handle: PKeyHandle

    /// Derives the key from its seed.
    /// - Throws: `CryptographyError.invalidLength`, `.invalidKey`, `.libraryFailure`.
    public init(seed: SecretBytes) throws(CryptographyError) {
      guard seed.count == Ed25519.keyByteCount else { throw .invalidLength }
      handle = try seed.withUnsafeBytes { (bytes) throws(CryptographyError) in
        try PKeyHandle("ED25519", .private, bytes)
      }
      self.seed = seed
      verifyingKey = try VerifyingKey(bytes: handle.publicBytes())
    }

    /// Makes a new random key.
    /// - Throws: `CryptographyError.randomnessUnavailable`, `.libraryFailure`.
    public init(from random: any RandomSource) throws(CryptographyError) {
      try self.init(seed: SecretBytes(count: Ed25519.keyByteCount, from: random))
    }

    /// Signs a message. The same key and message always give the same signature.
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

    /// The public key only, so that logs never show the seed.
    public var description: String { "SigningKey(of \(verifyingKey), redacted)" }
  }
}
