import Cryptography
import Testing

@Suite struct HashTests {
  @Test func sha256OfFIPS180() throws {
    #expect(
      try SHA256.hash(Array("abc".utf8))
        == bytes("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    #expect(try SHA256.hash() == bytes("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
    #expect(
      try SHA256.hash(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == bytes("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"))
  }

  @Test func sha256InPieces() throws {
    let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    var hash = try SHA256()
    for start in stride(from: 0, to: message.count, by: 7) {
      try hash.update(Array(message[start..<min(start + 7, message.count)]))
    }
    #expect(try hash.finalize() == SHA256.hash(message))
  }

  @Test func hmacOfRFC4231() throws {
    #expect(
      try HMACSHA256.authenticate(
        Array("Hi ".utf8), Array("There".utf8), key: SecretBytes([UInt8](repeating: 0x0B, count: 20)))
        == bytes("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"))
    #expect(
      try HMACSHA256.authenticate(
        Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        key: SecretBytes([UInt8](repeating: 0xAA, count: 131)))
        == bytes("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"))
  }

  @Test func hmacWithAnEmptyKey() throws {
    #expect(
      try HMACSHA256.authenticate([], key: SecretBytes([]))
        == bytes("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
  }

  @Test func hkdfRefusesLengthsOutOfRange() throws {
    for count in [0, -1, 8161] {
      #expect(throws: CryptographyError.invalidParameters) {
        try HKDFSHA256.derive(from: SecretBytes([1]), salt: [], info: [], count: count)
      }
    }
    #expect(try HKDFSHA256.derive(from: SecretBytes([1]), salt: [], info: [], count: 8160).count == 8160)
  }

  @Test func scryptKeepsToItsMemory() throws {
    var scrypt = Scrypt(cost: 1 << 14, blockSize: 8, parallelization: 1, maximumMemory: 1 << 20)
    #expect(throws: CryptographyError.invalidParameters) {
      try scrypt.derive(from: SecretBytes([1]), salt: [2], count: 32)
    }
    scrypt = Scrypt(cost: 3, blockSize: 8, parallelization: 1)
    #expect(throws: CryptographyError.invalidParameters) {
      try scrypt.derive(from: SecretBytes([1]), salt: [2], count: 32)
    }
    // The cost of key files must not exceed its own memory limit.
    #expect(try Scrypt.keyFile.derive(from: SecretBytes([1]), salt: [2], count: 32).count == 32)
  }
}
