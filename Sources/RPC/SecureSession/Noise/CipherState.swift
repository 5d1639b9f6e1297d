import Cryptography

/// The CipherState object of Noise (rev 34, section 5.1) with a key: k inside the cipher, and n.
///
/// A state without a key is represented by nil. Nonces are implicit, start at 0 and are never reset: REKEY changes k
/// and leaves n as it is (section 4.2).
struct CipherState {
  /// n: the nonce of the next message.
  private(set) var nonce: UInt64 = 0

  private let cipher: ChaCha20Poly1305

  /// InitializeKey(key).
  init(key: SecretBytes) throws(CryptographyError) {
    cipher = try ChaCha20Poly1305(key: key)
  }

  /// EncryptWithAd(ad, plaintext). It may be called in place: see `ChaCha20Poly1305.seal`.
  @inline(__always)
  mutating func encrypt(
    _ plaintext: UnsafeRawBufferPointer,
    authenticating associatedData: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    into output: UnsafeMutableRawBufferPointer
  ) throws(CryptographyError) {
    // The nonce 2^64 - 1 is reserved for REKEY. The record layer stops long before.
    guard nonce < UInt64.max else { throw .invalidParameters }
    try cipher.seal(
      plaintext, nonce: ChaCha20Poly1305.Nonce(counter: nonce), authenticating: associatedData, into: output)
    nonce += 1
  }

  /// DecryptWithAd(ad, ciphertext). If the tag does not match, n does not change.
  @inline(__always)
  mutating func decrypt(
    _ ciphertext: UnsafeRawBufferPointer,
    authenticating associatedData: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    into output: UnsafeMutableRawBufferPointer
  ) throws(CryptographyError) {
    guard nonce < UInt64.max else { throw .invalidParameters }
    try cipher.open(
      ciphertext, nonce: ChaCha20Poly1305.Nonce(counter: nonce), authenticating: associatedData, into: output)
    nonce += 1
  }

  /// REKEY(k): the first 32 bytes of encrypting 32 zero bytes with nonce 2^64 - 1 and no associated data become k.
  func rekey() throws(CryptographyError) {
    let zeros = [UInt8](repeating: 0, count: ChaCha20Poly1305.keyByteCount)
    let sealed = try SecretBytes(count: zeros.count + ChaCha20Poly1305.tagByteCount) {
      (output) throws(CryptographyError) in
      try zeros.withRawBytes { (zeros) throws(CryptographyError) in
        try cipher.seal(zeros, nonce: ChaCha20Poly1305.Nonce(counter: UInt64.max), into: output)
      }
    }
    let key = try sealed.slice(0..<ChaCha20Poly1305.keyByteCount)
    try cipher.replaceKey(key)
  }
}

extension SecretBytes {
  /// Copies a part of the bytes into secret memory of its own.
  func slice(_ range: Range<Int>) throws(CryptographyError) -> SecretBytes {
    guard range.upperBound <= count else { throw .invalidLength }
    return SecretBytes(count: range.count) { part in
      withUnsafeBytes { part.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
  }
}
