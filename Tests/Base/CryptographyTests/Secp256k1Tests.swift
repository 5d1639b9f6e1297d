import Cryptography
import TestSupport
import Testing

@Suite struct Secp256k1Tests {
  /// The order of the curve.
  private static let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"

  @Test func theKeyOfASignatureIsFound() throws {
    var dice = SeededRandom(256)
    for _ in 0..<200 {
      let signer = Secp256k1Signer(key: (0..<32).map { _ in UInt8(dice.below(255)) })
      var digest = (0..<32).map { _ in UInt8(dice.below(256)) }
      let signed = try signer.sign(digest, highS: dice.percent(50))
      let signature = try Secp256k1.Signature(bytes: signed.bytes)
      let key = try Secp256k1.PublicKey(recoveredFrom: signature, id: signed.id, digest: digest)
      #expect(try key.bytes == signer.publicKey())
      #expect(key.isValid(signature, digest: digest))
      #expect(try key == Secp256k1.PublicKey(bytes: key.bytes))
      // The other point with this r is that of another key, for which the signature is valid too.
      let other = try Secp256k1.PublicKey(recoveredFrom: signature, id: signed.id ^ 1, digest: digest)
      #expect(other != key && other.isValid(signature, digest: digest))
      digest[dice.below(32)] ^= 1
      #expect(!key.isValid(signature, digest: digest))
      #expect(try Secp256k1.PublicKey(recoveredFrom: signature, id: signed.id, digest: digest) != key)
      var broken = signed.bytes
      broken[dice.below(64)] ^= 1
      #expect(try !key.isValid(Secp256k1.Signature(bytes: broken), digest: digest))
    }
  }

  /// An x that is not below the order occurs once in 2^127 signatures, and never in those of tests.
  @Test func anXAboveTheOrderIsFound() throws {
    let digest = [UInt8](repeating: 3, count: 32)
    var found = 0
    for r: UInt8 in 1...40 {
      let signature = try Secp256k1.Signature(bytes: [UInt8](repeating: 0, count: 31) + [r] + digest)
      for id: UInt8 in [2, 3] {
        guard let key = try? Secp256k1.PublicKey(recoveredFrom: signature, id: id, digest: digest) else { continue }
        found += 1
        #expect(key.isValid(signature, digest: digest))
      }
    }
    #expect(found >= 20 && found.isMultiple(of: 2))
  }

  @Test func whatIsNoSignatureHasNoKey() throws {
    let digest = [UInt8](repeating: 3, count: 32)
    let signed = try Secp256k1Signer(key: digest).sign(digest)
    let key = try Secp256k1.PublicKey(bytes: Secp256k1Signer(key: digest).publicKey())
    let order = try bytes(Self.order)
    let zero = [UInt8](repeating: 0, count: 32)
    let (r, s) = (Array(signed.bytes.prefix(32)), Array(signed.bytes.suffix(32)))
    for parts in [zero + s, r + zero, order + s, r + order, .init(repeating: 0xFF, count: 64)] {
      let signature = try Secp256k1.Signature(bytes: parts)
      #expect(!key.isValid(signature, digest: digest))
      for id: UInt8 in 0...3 {
        #expect(throws: CryptographyError.authenticationFailure) {
          try Secp256k1.PublicKey(recoveredFrom: signature, id: id, digest: digest)
        }
      }
    }
    let signature = try Secp256k1.Signature(bytes: signed.bytes)
    for id: UInt8 in [2, 4, 27, 255] {
      #expect(throws: CryptographyError.authenticationFailure) {
        try Secp256k1.PublicKey(recoveredFrom: signature, id: id, digest: digest)
      }
    }
    #expect(!key.isValid(signature, digest: [3]))
    #expect(throws: CryptographyError.invalidLength) {
      try Secp256k1.PublicKey(recoveredFrom: signature, id: 0, digest: [3])
    }
    #expect(throws: CryptographyError.invalidLength) { try Secp256k1.Signature(bytes: [1]) }
  }

  @Test func whatIsNoPointIsNoKey() throws {
    let key = try Secp256k1Signer(key: .init(repeating: 3, count: 32)).publicKey()
    #expect(throws: CryptographyError.invalidLength) { try Secp256k1.PublicKey(bytes: key.dropLast()) }
    let (none, most) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32))
    for bad: [UInt8] in [[4] + key.dropFirst(), [0] + key.dropFirst(), [2] + most, [2] + none] {
      #expect(throws: CryptographyError.invalidKey) { try Secp256k1.PublicKey(bytes: bad) }
    }
  }

  @Test func theLowerSIsTheOneUpToHalfTheOrder() throws {
    let half = try bytes("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0")
    let above = try bytes("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1")
    let r = [UInt8](repeating: 1, count: 32)
    #expect(try Secp256k1.Signature(bytes: r + half).hasLowS)
    #expect(try !Secp256k1.Signature(bytes: r + above).hasLowS)
    #expect(try Secp256k1.Signature(bytes: r + r).hasLowS)
  }
}
