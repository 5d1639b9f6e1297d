import Cryptography
import Testing

@Suite struct BytesTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"), ("\u{3F}\u{3F}\u{3E}", "Pz8-"), ("\u{3F}\u{3F}\u{3F}", "Pz8_"),
  ])
  func base64URLOfRFC4648(plain: String, text: String) throws {
    #expect(Base64URL.encode(plain.utf8) == text)
    #expect(try Base64URL.decode(text) == Array(plain.utf8))
  }

  @Test(arguments: ["Zg==", "Zm8=", "Z", "Zm9vY", "Zh", "Zm9", "Pz8+", "Pz8/", "Zm 8", "Zm8\n", "Zm8é", "=", "Zm9vA"])
  func base64URLIsStrict(text: String) {
    #expect(throws: CryptographyError.invalidEncoding) { try Base64URL.decode(text) }
  }

  @Test func base64URLRoundTrip() throws {
    for count in 0..<100 {
      let bytes = try SystemRandom().bytes(count: count)
      #expect(try Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }

  @Test func secretsStayOutOfText() {
    let secret = SecretBytes(Array("canary".utf8))
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), dumped] {
      #expect(text.contains("redacted"))
      #expect(!text.contains("canary") && !text.contains("99"))
    }
    #expect(secret == SecretBytes(Array("canary".utf8)))
    #expect(secret != SecretBytes(Array("canarx".utf8)))
    #expect(secret != SecretBytes(Array("canaryy".utf8)))
  }

  @Test func privateKeysStayOutOfText() throws {
    let seed = [UInt8](repeating: 0x5A, count: 32)
    let key = try Ed25519.SigningKey(seed: SecretBytes(seed))
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] { #expect(!text.contains("90, 90")) }
  }

  @Test func constantTimeComparison() {
    #expect(constantTimeEqual([], []))
    #expect(constantTimeEqual([1, 2], [1, 2]))
    #expect(!constantTimeEqual([1, 2], [1, 3]))
    #expect(!constantTimeEqual([1], [1, 2]))
  }

  @Test func randomBytesDiffer() throws {
    #expect(try SystemRandom().bytes(count: 32) != SystemRandom().bytes(count: 32))
    #expect(try SystemRandom().bytes(count: 0).isEmpty)
  }
}
