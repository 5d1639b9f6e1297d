import COpenSSL

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
        try PKeyHandle("ED25519", part: .private, bytes)
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

extension Ed25519 {
  /// A public key, which serves as an identity. Two keys are equal if their 32 bytes are equal.
  public struct VerifyingKey: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes: y in little-endian order, with the sign of x in the top bit.
    public let bytes: [UInt8]

    /// Makes a key from its bytes. It refuses points of small order, for which one signature verifies any message, and
    /// a y that is not below 2^255 - 19, which would be a second encoding of the same point.
    /// - Throws: `CryptographyError.invalidLength`, `.invalidKey`.
    public init(bytes: some Collection<UInt8>) throws(CryptographyError) {
      guard bytes.count == Ed25519.keyByteCount else { throw .invalidLength }
      let bytes = Array(bytes)
      var y = bytes
      y[31] &= 0x7F
      guard !SmallOrder.encodings.contains(y), SmallOrder.isCanonical(y) else { throw .invalidKey }
      self.bytes = bytes
    }

    /// Makes a key from base64url text without padding.
    /// - Throws: `CryptographyError.invalidEncoding`, `.invalidLength`, `.invalidKey`.
    public init(base64URL text: some StringProtocol) throws(CryptographyError) {
      try self.init(bytes: Base64URL.decode(text))
    }

    /// The key as 43 characters of base64url without padding.
    public var base64URL: String { Base64URL.encode(bytes) }

    /// Whether the private key made this signature over this message. A point that is not on the curve is detected
    /// here, and no signature is valid for it.
    public func isValid(_ signature: Signature, for message: [UInt8]) -> Bool {
      let key = bytes.withUnsafeBytes { try? PKeyHandle("ED25519", part: .public, $0) }
      guard let key, let context = EVP_MD_CTX_new() else { return false }
      defer { EVP_MD_CTX_free(context) }
      let valid =
        EVP_DigestVerifyInit(context, nil, nil, nil, key.pointer) == 1
        && EVP_DigestVerify(context, signature.bytes, signature.bytes.count, message, message.count) == 1
      if !valid { ERR_clear_error() }
      return valid
    }

    /// The key in base64url. It is public, so it may be shown.
    public var description: String { base64URL }
  }

  /// The points that `VerifyingKey` refuses.
  private enum SmallOrder {
    /// The y of the eight points whose order divides 8, with the sign bit cleared: order 4, 1, 8, 8, 2.
    static let encodings: Set<[UInt8]> = [
      [UInt8](repeating: 0, count: 32),
      [1] + [UInt8](repeating: 0, count: 31),
      [
        0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
        0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
      ],
      [
        0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
        0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
      ],
      [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    ]

    /// Whether y, with the sign bit cleared, is below p = 2^255 - 19, whose bytes are ED FF … FF 7F.
    static func isCanonical(_ y: [UInt8]) -> Bool {
      y[31] != 0x7F || y[0] < 0xED || !y[1..<31].allSatisfy { $0 == 0xFF }
    }
  }
}
