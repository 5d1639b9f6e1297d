import Cryptography
import Testing

@Suite struct CipherTests {
  let key = SecretBytes((0..<32).map { UInt8($0) })

  @Test func oneContextSealsAndOpensInTurn() throws {
    let cipher = try ChaCha20Poly1305(key: key)
    for counter in UInt64(0)..<20 {
      let message = [UInt8](repeating: UInt8(counter), count: Int(counter) * 13)
      let sealed = try cipher.seal(message, nonce: .init(counter: counter), authenticating: [1, 2, 3])
      #expect(try cipher.open(sealed, nonce: .init(counter: counter), authenticating: [1, 2, 3]) == message)
      // The bytes must equal those of a context that was used for nothing else.
      let fresh = try ChaCha20Poly1305(key: key)
      #expect(try fresh.seal(message, nonce: .init(counter: counter), authenticating: [1, 2, 3]) == sealed)
    }
  }

  @Test func aRefusalDoesNotDisturbTheNextMessage() throws {
    let cipher = try ChaCha20Poly1305(key: key)
    let sealed = try cipher.seal([1, 2, 3], nonce: .init(counter: 1))
    var broken = sealed
    broken[0] ^= 1
    #expect(throws: CryptographyError.authenticationFailure) { try cipher.open(broken, nonce: .init(counter: 1)) }
    #expect(try cipher.open(sealed, nonce: .init(counter: 1)) == [1, 2, 3])
    #expect(throws: CryptographyError.authenticationFailure) { try cipher.open(sealed, nonce: .init(counter: 2)) }
    #expect(throws: CryptographyError.authenticationFailure) {
      try cipher.open(sealed, nonce: .init(counter: 1), authenticating: [0])
    }
    #expect(throws: CryptographyError.invalidLength) { try cipher.open([1], nonce: .init(counter: 1)) }
  }

  @Test func worksInPlaceAndReleasesNothingUnauthenticated() throws {
    let cipher = try ChaCha20Poly1305(key: key)
    let message = Array("in place".utf8)
    var buffer = message + [UInt8](repeating: 0, count: 16)
    try buffer.withUnsafeMutableBytes { whole in
      try cipher.seal(UnsafeRawBufferPointer(rebasing: whole[..<8]), nonce: .init(counter: 7), into: whole)
    }
    #expect(buffer == (try cipher.seal(message, nonce: .init(counter: 7))))
    let sealed = buffer
    try buffer.withUnsafeMutableBytes { whole in
      try cipher.open(
        UnsafeRawBufferPointer(whole), nonce: .init(counter: 7),
        into: UnsafeMutableRawBufferPointer(rebasing: whole[..<8]))
    }
    #expect(Array(buffer.prefix(8)) == message)

    var output = [UInt8](repeating: 0xAA, count: 8)
    let broken = sealed.dropLast() + [sealed[23] ^ 0x80]
    #expect(throws: CryptographyError.authenticationFailure) {
      try output.withUnsafeMutableBytes { output in
        try Array(broken).withUnsafeBytes { try cipher.open($0, nonce: .init(counter: 7), into: output) }
      }
    }
    #expect(output == [UInt8](repeating: 0, count: 8))
  }

  @Test func anotherKeyInTheSameContext() throws {
    let other = SecretBytes([UInt8](repeating: 9, count: 32))
    let cipher = try ChaCha20Poly1305(key: key)
    _ = try cipher.seal([1], nonce: .init(counter: 0))
    try cipher.replaceKey(other)
    let expected = try ChaCha20Poly1305(key: other).seal([1, 2], nonce: .init(counter: 5))
    #expect(try cipher.seal([1, 2], nonce: .init(counter: 5)) == expected)
    #expect(try cipher.open(expected, nonce: .init(counter: 5)) == [1, 2])
    #expect(throws: CryptographyError.invalidLength) { try cipher.replaceKey(SecretBytes([1])) }
    #expect(throws: CryptographyError.invalidLength) { try ChaCha20Poly1305(key: SecretBytes([1])) }
  }

  @Test func noiseNonceIsFourZeroBytesAndTheCounterLittleEndian() throws {
    let counter: UInt64 = 0x0102_0304_0506_0708
    #expect(
      ChaCha20Poly1305.Nonce(counter: counter)
        == (try ChaCha20Poly1305.Nonce(bytes: [0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1])))
    #expect(throws: CryptographyError.invalidLength) { try ChaCha20Poly1305.Nonce(bytes: [1]) }
  }
}
