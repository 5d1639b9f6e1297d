import COpenSSL

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
      let key = bytes.withUnsafeBytes { try? PKeyHandle("ED25519", .public, $0) }
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
