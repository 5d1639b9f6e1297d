import Cryptography

/// The SymmetricState object of Noise (rev 34, section 5.2) with ChaChaPoly and SHA256.
struct SymmetricState {
  /// h: the hash of the handshake so far, 32 bytes.
  private(set) var handshakeHash: [UInt8]

  private var chainingKey: SecretBytes
  private var cipher: CipherState?

  /// InitializeSymmetric(protocol_name) for a name of at most 32 bytes, which is padded with zeros and not hashed.
  init(protocolName: StaticString) {
    var name = protocolName.withUTF8Buffer { Array($0) }
    name += [UInt8](repeating: 0, count: max(0, SHA256.byteCount - name.count))
    handshakeHash = name
    chainingKey = SecretBytes(name)
  }

  /// MixHash(data).
  mutating func mixHash(_ data: [UInt8]) throws(CryptographyError) {
    handshakeHash = try SHA256.hash(handshakeHash, data)
  }

  /// MixKey(input_key_material).
  mutating func mixKey(_ secret: X25519.SharedSecret) throws(CryptographyError) {
    let output = try derive(from: secret.bytes)
    chainingKey = try output.slice(0..<32)
    cipher = try CipherState(key: output.slice(32..<64))
  }

  /// EncryptAndHash(plaintext). While there is no key, the result is the plaintext.
  mutating func encryptAndHash(_ plaintext: [UInt8]) throws(CryptographyError) -> [UInt8] {
    guard cipher != nil else {
      try mixHash(plaintext)
      return plaintext
    }
    var ciphertext = [UInt8](repeating: 0, count: plaintext.count + ChaCha20Poly1305.tagByteCount)
    try ciphertext.withMutableRawBytes { (output) throws(CryptographyError) in
      try plaintext.withRawBytes { (plaintext) throws(CryptographyError) in
        try handshakeHash.withRawBytes { (hash) throws(CryptographyError) in
          try cipher?.encrypt(plaintext, authenticating: hash, into: output)
        }
      }
    }
    try mixHash(ciphertext)
    return ciphertext
  }

  /// DecryptAndHash(ciphertext). While there is no key, the input is taken as plaintext.
  mutating func decryptAndHash(_ ciphertext: [UInt8]) throws(CryptographyError) -> [UInt8] {
    guard cipher != nil else {
      try mixHash(ciphertext)
      return ciphertext
    }
    guard ciphertext.count >= ChaCha20Poly1305.tagByteCount else { throw .invalidLength }
    var plaintext = [UInt8](repeating: 0, count: ciphertext.count - ChaCha20Poly1305.tagByteCount)
    try plaintext.withMutableRawBytes { (output) throws(CryptographyError) in
      try ciphertext.withRawBytes { (ciphertext) throws(CryptographyError) in
        try handshakeHash.withRawBytes { (hash) throws(CryptographyError) in
          try cipher?.decrypt(ciphertext, authenticating: hash, into: output)
        }
      }
    }
    try mixHash(ciphertext)
    return plaintext
  }

  /// Split(). Returns the cipher for messages from the initiator and the one for messages to it, in this order.
  consuming func split() throws(CryptographyError) -> (CipherState, CipherState) {
    let output = try derive(from: SecretBytes([]))
    return (try CipherState(key: output.slice(0..<32)), try CipherState(key: output.slice(32..<64)))
  }

  /// HKDF(chaining_key, input_key_material, 2) of section 4.3, which is RFC 5869 with an empty info: 64 bytes.
  private func derive(from input: SecretBytes) throws(CryptographyError) -> SecretBytes {
    try input.withUnsafeBytes { (input) throws(CryptographyError) in
      try chainingKey.withUnsafeBytes { (salt) throws(CryptographyError) in
        try HKDFSHA256.derive(from: input, salt: salt, info: [], count: 64)
      }
    }
  }
}
