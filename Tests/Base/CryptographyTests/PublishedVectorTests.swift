import Cryptography
import Testing

private let package: Comment = "SKIPPED: install the Debian package python3-cryptography-vectors"

@Suite struct PublishedVectorTests {
  @Test(.enabled(if: VectorFile.exists(VectorFile.ed25519), package))
  func ed25519SignInput() throws {
    let lines = try VectorFile.lines(VectorFile.ed25519).filter { !$0.isEmpty }
    #expect(lines.count == 1024)
    for line in lines {
      let fields = try line.split(separator: ":", omittingEmptySubsequences: false).map { try bytes(String($0)) }
      let message = fields[2]
      let key = try Ed25519.SigningKey(seed: SecretBytes(fields[0].prefix(32)))
      #expect(key.verifyingKey.bytes == fields[1])
      // The field contains signature ‖ message.
      let published = try Ed25519.Signature(bytes: fields[3].prefix(64))
      #expect(key.verifyingKey.isValid(published, for: message))
      #expect(try key.sign(message) == published)
      #expect(!key.verifyingKey.isValid(published, for: message + [0]))
    }
  }

  @Test(.enabled(if: VectorFile.exists(VectorFile.x25519), package))
  func x25519RFC7748() throws {
    let records = try VectorFile.records(VectorFile.x25519)
    #expect(records.count == 3)
    for record in records {
      let key = try X25519.PrivateKey(bytes: SecretBytes(bytes(record["input_scalar"])))
      let secret = try key.sharedSecret(with: X25519.PublicKey(bytes: bytes(record["input_u"])))
      #expect(try secret.bytes.exposedBytes() == bytes(record["output_u"]))
    }
  }

  @Test(.enabled(if: VectorFile.exists(VectorFile.hkdf, VectorFile.longHKDF), package))
  func hkdfRFC5869() throws {
    let records = try VectorFile.records(VectorFile.hkdf) + VectorFile.records(VectorFile.longHKDF)
    let ours = records.filter { $0["hash"] == "SHA-256" }
    #expect(ours.count == 4)
    for record in ours {
      let output = try HKDFSHA256.derive(
        from: SecretBytes(bytes(record["ikm"])), salt: bytes(record["salt"]), info: bytes(record["info"]),
        count: #require(Int(record["l"] ?? "")))
      #expect(try output.exposedBytes() == bytes(record["okm"]))
    }
  }

  @Test(.enabled(if: VectorFile.exists(VectorFile.scrypt), package))
  func scryptRFC7914() throws {
    let records = try VectorFile.records(VectorFile.scrypt)
    let cheap = records.filter { UInt64($0["n"] ?? "") ?? 0 <= 1 << 14 && UInt64($0["n"] ?? "") ?? 0 > 1 }
    #expect(cheap.count >= 3)
    for record in cheap {
      let scrypt = try Scrypt(
        cost: #require(UInt64(record["n"] ?? "")), blockSize: #require(UInt64(record["r"] ?? "")),
        parallelization: #require(UInt64(record["p"] ?? "")))
      let key = try scrypt.derive(
        from: SecretBytes((record["password"] ?? "").utf8), salt: Array((record["salt"] ?? "").utf8),
        count: #require(Int(record["length"] ?? "")))
      #expect(try key.exposedBytes() == bytes(record["derived_key"]))
    }
  }

  @Test(.enabled(if: VectorFile.exists(VectorFile.chaChaOpenSSL), package))
  func chaCha20Poly1305OfOpenSSL() throws {
    var refused = 0
    var opened = 0
    // Nonces of 8 bytes do not conform to RFC 8439.
    for record in try VectorFile.records(VectorFile.chaChaOpenSSL) where try bytes(record["iv"]).count == 12 {
      let cipher = try ChaCha20Poly1305(key: SecretBytes(bytes(record["key"])))
      let nonce = try ChaCha20Poly1305.Nonce(bytes: bytes(record["iv"]))
      let (plain, data) = (try bytes(record["plaintext"]), try bytes(record["aad"]))
      let sealed = try bytes(record["ciphertext"]) + bytes(record["tag"])
      if record["result"] != nil {
        refused += 1
        #expect(throws: CryptographyError.authenticationFailure) {
          try cipher.open(sealed, nonce: nonce, authenticating: data)
        }
      } else {
        opened += 1
        #expect(try cipher.seal(plain, nonce: nonce, authenticating: data) == sealed)
        #expect(try cipher.open(sealed, nonce: nonce, authenticating: data) == plain)
      }
    }
    #expect(opened >= 3)
    #expect(refused >= 1)
  }

  @Test(.enabled(if: VectorFile.exists(VectorFile.chaChaBoringSSL), package))
  func chaCha20Poly1305OfBoringSSL() throws {
    let records = try VectorFile.records(VectorFile.chaChaBoringSSL)
    #expect(records.count >= 60)
    for record in records {
      let cipher = try ChaCha20Poly1305(key: SecretBytes(bytes(record["key"])))
      let nonce = try ChaCha20Poly1305.Nonce(bytes: bytes(record["nonce"]))
      let (plain, data) = (try bytes(record["in"]), try bytes(record["ad"]))
      let tag = try bytes(record["tag"])
      let sealed = try bytes(record["ct"]) + tag
      let ours = try cipher.seal(plain, nonce: nonce, authenticating: data)
      // Some records contain a truncated tag.
      #expect(ours.prefix(sealed.count) == sealed[...])
      #expect(try cipher.open(ours, nonce: nonce, authenticating: data) == plain)
    }
  }
}
