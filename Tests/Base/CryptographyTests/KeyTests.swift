import Cryptography
import Testing

@Suite struct KeyTests {
  /// All encodings of the eight points of small order, with both signs and, if it fits, with y + p.
  static let smallOrder: [String] = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  ]

  @Test(arguments: smallOrder)
  func identityOfSmallOrderIsRefused(hex: String) throws {
    let encoded = try bytes(hex)
    #expect(throws: CryptographyError.invalidKey) { try Ed25519.VerifyingKey(bytes: encoded) }
  }

  @Test func identityThatIsNotCanonicalOrNotOnTheCurve() throws {
    for low in UInt8(0xED)...0xFF {
      let encoded = [low] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
      #expect(throws: CryptographyError.invalidKey) { try Ed25519.VerifyingKey(bytes: encoded) }
    }
    #expect(throws: CryptographyError.invalidLength) {
      try Ed25519.VerifyingKey(bytes: [UInt8](repeating: 3, count: 31))
    }
    // No point has y = 2. Such a key can be made, but no signature is valid for it.
    let nowhere = try Ed25519.VerifyingKey(bytes: [2] + [UInt8](repeating: 0, count: 31))
    #expect(!nowhere.isValid(try Ed25519.Signature(bytes: [UInt8](repeating: 0, count: 64)), for: []))
  }

  @Test func everyBitOfSignatureKeyAndMessageCounts() throws {
    let key = try Ed25519.SigningKey(from: SystemRandom())
    let message = Array("message".utf8)
    let signature = try key.sign(message)
    #expect(key.verifyingKey.isValid(signature, for: message))
    for index in 0..<64 {
      var broken = signature.bytes
      broken[index] ^= 1
      #expect(!key.verifyingKey.isValid(try Ed25519.Signature(bytes: broken), for: message))
    }
    for index in 0..<32 {
      var broken = key.verifyingKey.bytes
      broken[index] ^= 1
      if let other = try? Ed25519.VerifyingKey(bytes: broken) { #expect(!other.isValid(signature, for: message)) }
    }
    #expect(throws: CryptographyError.invalidLength) { try Ed25519.Signature(bytes: [1]) }
    #expect(throws: CryptographyError.invalidLength) { try Ed25519.SigningKey(seed: SecretBytes([1])) }
  }

  @Test func identityAsText() throws {
    let key = try Ed25519.SigningKey(from: SystemRandom())
    let text = key.verifyingKey.base64URL
    #expect(text.count == 43)
    #expect(try Ed25519.VerifyingKey(base64URL: text) == key.verifyingKey)
    #expect(throws: CryptographyError.invalidEncoding) { try Ed25519.VerifyingKey(base64URL: text + "=") }
  }

  @Test func agreementIsMutual() throws {
    let (one, other) = (try X25519.PrivateKey(from: SystemRandom()), try X25519.PrivateKey(from: SystemRandom()))
    #expect(try one.sharedSecret(with: other.publicKey).bytes == other.sharedSecret(with: one.publicKey).bytes)
    #expect(throws: CryptographyError.invalidLength) { try X25519.PublicKey(bytes: [1]) }
    #expect(throws: CryptographyError.invalidLength) { try X25519.PrivateKey(bytes: SecretBytes([1])) }
  }

  /// The points of small order of Curve25519 and its twist (RFC 7748, section 6.1): the result would be zero.
  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ])
  func agreementOnZeroIsRefused(hex: String) throws {
    let key = try X25519.PrivateKey(from: SystemRandom())
    let point = try X25519.PublicKey(bytes: bytes(hex))
    #expect(throws: CryptographyError.invalidSharedSecret) { try key.sharedSecret(with: point) }
  }
}
