import Cryptography
import JSON

/// A seed sealed with a passphrase: scrypt (RFC 7914) derives the key of ChaCha20-Poly1305 (RFC 8439), whose tag also
/// covers the parameters and the public key.
///
/// A checksum that needs no passphrase distinguishes a damaged file from a wrong passphrase. A person who alters a file
/// on purpose can compute a new checksum. The file then cannot be opened, and the error is that of a wrong passphrase.
struct SealedKey: Sendable {
  let publicKey: Ed25519.VerifyingKey
  private let cost: Scrypt
  private let salt: [UInt8]
  private let ciphertext: [UInt8]

  private static let version = 1
  private static let derivation = "scrypt"
  private static let cipher = "chacha20-poly1305"
  private static let label = "payport/sealed-key/1\0"
  private static let saltByteCount = 32

  /// Seals the seed of a key with a new random salt.
  init(
    _ key: Ed25519.SigningKey, passphrase: SecretBytes, cost: Scrypt = .keyFile, random: any RandomSource
  ) throws(CryptographyError) {
    publicKey = key.verifyingKey
    self.cost = cost
    salt = try random.bytes(count: Self.saltByteCount)
    let box = try ChaCha20Poly1305(key: cost.derive(from: passphrase, salt: salt, count: 32))
    var sealed = [UInt8](repeating: 0, count: Ed25519.keyByteCount + ChaCha20Poly1305.tagByteCount)
    let header = Self.header(cost, salt: salt, publicKey: publicKey)
    // Each cipher key is derived from a new salt and seals one message, so any nonce may be used.
    try sealed.withMutableRawBytes { (sealed) throws(CryptographyError) in
      try key.seed.withUnsafeBytes { (seed) throws(CryptographyError) in
        try header.withRawBytes { (header) throws(CryptographyError) in
          try box.seal(seed, nonce: .init(counter: 0), authenticating: header, into: sealed)
        }
      }
    }
    ciphertext = sealed
  }

  /// Opens the sealed key. It needs the time and the memory that the cost requires.
  ///
  /// - Throws: `CryptographyError.authenticationFailure` for a wrong passphrase.
  func open(_ passphrase: SecretBytes) throws(CryptographyError) -> Ed25519.SigningKey {
    let box = try ChaCha20Poly1305(key: cost.derive(from: passphrase, salt: salt, count: 32))
    let header = Self.header(cost, salt: salt, publicKey: publicKey)
    let seed = try SecretBytes(count: Ed25519.keyByteCount) { (seed) throws(CryptographyError) in
      try ciphertext.withRawBytes { (ciphertext) throws(CryptographyError) in
        try header.withRawBytes { (header) throws(CryptographyError) in
          try box.open(ciphertext, nonce: .init(counter: 0), authenticating: header, into: seed)
        }
      }
    }
    let key = try Ed25519.SigningKey(seed: seed)
    guard key.verifyingKey == publicKey else { throw .invalidKey }
    return key
  }

  /// Reads the member `sealed` of a key file; nil if it is incomplete.
  init?(_ object: JSONObject, publicKey: Ed25519.VerifyingKey) {
    func bytes(_ name: String, _ count: Int) -> [UInt8]? {
      guard let text = object[name]?.stringValue, let bytes = try? Base64URL.decode(text), bytes.count == count else {
        return nil
      }
      return bytes
    }
    guard object["v"]?.integerValue(as: Int.self) == Self.version,
      object["derivation"]?.stringValue == Self.derivation, object["cipher"]?.stringValue == Self.cipher,
      let n = object["n"]?.integerValue(as: UInt32.self), let r = object["r"]?.integerValue(as: UInt32.self),
      let p = object["p"]?.integerValue(as: UInt32.self), let cost = Scrypt(n: n, r: r, p: p),
      let salt = bytes("salt", Self.saltByteCount),
      let ciphertext = bytes("seed", Ed25519.keyByteCount + ChaCha20Poly1305.tagByteCount),
      let checksum = bytes("checksum", SHA256.byteCount)
    else { return nil }
    self.publicKey = publicKey
    self.cost = cost
    self.salt = salt
    self.ciphertext = ciphertext
    guard let sum = try? self.checksum(), sum == checksum else { return nil }
  }

  /// Encodes the member `sealed` of a key file.
  func object() throws(CryptographyError) -> JSONObject {
    [
      "v": .integer(Self.version), "derivation": .string(Self.derivation), "n": .integer(cost.cost),
      "r": .integer(cost.blockSize), "p": .integer(cost.parallelization), "cipher": .string(Self.cipher),
      "salt": .string(Base64URL.encode(salt)), "seed": .string(Base64URL.encode(ciphertext)),
      "checksum": .string(Base64URL.encode(try checksum())),
    ]
  }

  private func checksum() throws(CryptographyError) -> [UInt8] {
    try SHA256.hash(Self.header(cost, salt: salt, publicKey: publicKey) + ciphertext)
  }

  /// The associated data: the label, then n, r and p as big-endian 32-bit numbers, the salt and the public key.
  private static func header(_ cost: Scrypt, salt: [UInt8], publicKey: Ed25519.VerifyingKey) -> [UInt8] {
    Array(label.utf8) + cost.stored + salt + publicKey.bytes
  }
}
