import COpenSSL

/// ChaCha20-Poly1305 (RFC 8439) with one key. The key is set up once, and each message sets only its nonce.
///
/// One libcrypto context is used for sealing and opening, so an object must be used from one isolation domain only; it
/// is not `Sendable`. It uses about 1 KB of memory. The context wipes its key when it is freed.
public final class ChaCha20Poly1305 {
  /// The size of a key in bytes.
  public static let keyByteCount = 32
  /// The size of the tag that sealing adds, in bytes.
  public static let tagByteCount = 16

  /// A nonce of 12 bytes. It must not be used twice under one key.
  public struct Nonce: Hashable, Sendable {
    /// The 12 bytes without padding or indirection, in the form that libcrypto needs.
    fileprivate var words: (UInt32, UInt32, UInt32)

    /// Makes a nonce of the Noise protocol (rev 34, section 12.3): 32 zero bits, then the counter in little-endian
    /// order.
    public init(counter: UInt64) {
      let low = UInt32(truncatingIfNeeded: counter)
      let high = UInt32(truncatingIfNeeded: counter >> 32)
      words = (0, low.littleEndian, high.littleEndian)
    }

    /// Makes a nonce from its 12 bytes.
    /// - Throws: `CryptographyError.invalidLength`.
    public init(bytes: [UInt8]) throws(CryptographyError) {
      guard bytes.count == 12 else { throw .invalidLength }
      words = bytes.withUnsafeBytes { bytes in
        (
          bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self),
          bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
          bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        )
      }
    }

    /// Whether the 12 bytes are the same.
    public static func == (left: Nonce, right: Nonce) -> Bool { left.words == right.words }

    /// Hashes the 12 bytes.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(words.0)
      hasher.combine(words.1)
      hasher.combine(words.2)
    }
  }

  private let context: OpaquePointer

  /// Makes a cipher with a key of 32 bytes.
  /// - Throws: `CryptographyError.invalidLength`, `.libraryFailure`.
  public init(key: SecretBytes) throws(CryptographyError) {
    guard key.count == ChaCha20Poly1305.keyByteCount else { throw .invalidLength }
    guard let context = EVP_CIPHER_CTX_new() else { throw refusal(.libraryFailure) }
    let ready = key.withUnsafeBytes { key in
      EVP_EncryptInit_ex2(
        context, Algorithms.chaCha20Poly1305, key.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil)
    }
    guard ready == 1 else {
      EVP_CIPHER_CTX_free(context)
      throw refusal(.libraryFailure)
    }
    self.context = context
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  /// Replaces the key by another one in the same memory.
  /// - Throws: `CryptographyError.invalidLength`, `.libraryFailure`.
  public func replaceKey(_ key: SecretBytes) throws(CryptographyError) {
    guard key.count == ChaCha20Poly1305.keyByteCount else { throw .invalidLength }
    let ready = key.withUnsafeBytes { key in
      EVP_EncryptInit_ex2(context, nil, key.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil)
    }
    guard ready == 1 else { throw refusal(.libraryFailure) }
  }

  /// Encrypts and appends the tag, without allocating.
  /// - Parameters:
  ///   - plaintext: at most 2^31 - 1 bytes.
  ///   - nonce: a nonce that was never used before under this key.
  ///   - associatedData: bytes that are authenticated and not encrypted.
  ///   - output: exactly `plaintext.count + 16` bytes; it may start where `plaintext` starts (in place), and must not
  ///     overlap it otherwise.
  /// - Throws: `CryptographyError.invalidLength`, `.libraryFailure`.
  public func seal(
    _ plaintext: UnsafeRawBufferPointer, nonce: Nonce,
    authenticating associatedData: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    into output: UnsafeMutableRawBufferPointer
  ) throws(CryptographyError) {
    guard output.count == plaintext.count + ChaCha20Poly1305.tagByteCount, output.count <= Int32.max,
      associatedData.count <= Int32.max, let out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { throw .invalidLength }
    var nonce = nonce.words
    var written: Int32 = 0
    var unused: UInt8 = 0
    let ready = withUnsafeBytes(of: &nonce) { nonce in
      EVP_EncryptInit_ex2(context, nil, nil, nonce.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
    }
    guard ready == 1, authenticate(associatedData, with: EVP_EncryptUpdate),
      plaintext.isEmpty
        || EVP_EncryptUpdate(
          context, out, &written, plaintext.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(plaintext.count))
          == 1,
      EVP_EncryptFinal_ex(context, &unused, &written) == 1,
      EVP_CIPHER_CTX_ctrl(
        context, EVP_CTRL_AEAD_GET_TAG, Int32(ChaCha20Poly1305.tagByteCount), out + plaintext.count) == 1
    else { throw refusal(.libraryFailure) }
  }

  /// Checks the tag and decrypts, without allocating.
  /// - Parameters:
  ///   - ciphertext: the encrypted bytes with the tag at their end.
  ///   - nonce: the nonce that the message was sealed with.
  ///   - associatedData: the bytes that were authenticated with it.
  ///   - output: exactly `ciphertext.count - 16` bytes; it may start where `ciphertext` starts (in place), and must not
  ///     overlap it otherwise. After an error it holds zeros.
  /// - Throws: `CryptographyError.authenticationFailure`, `.invalidLength`, `.libraryFailure`.
  public func open(
    _ ciphertext: UnsafeRawBufferPointer, nonce: Nonce,
    authenticating associatedData: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    into output: UnsafeMutableRawBufferPointer
  ) throws(CryptographyError) {
    let count = output.count
    guard ciphertext.count == count + ChaCha20Poly1305.tagByteCount, ciphertext.count <= Int32.max,
      associatedData.count <= Int32.max, let input = ciphertext.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { throw .invalidLength }
    let out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var nonce = nonce.words
    var written: Int32 = 0
    let ready = withUnsafeBytes(of: &nonce) { nonce in
      EVP_DecryptInit_ex2(context, nil, nil, nonce.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
    }
    // libcrypto only reads the tag, although the type of the pointer is mutable.
    guard ready == 1,
      EVP_CIPHER_CTX_ctrl(
        context, EVP_CTRL_AEAD_SET_TAG, Int32(ChaCha20Poly1305.tagByteCount),
        UnsafeMutableRawPointer(mutating: input + count)) == 1,
      authenticate(associatedData, with: EVP_DecryptUpdate),
      count == 0 || EVP_DecryptUpdate(context, out, &written, input, Int32(count)) == 1
    else {
      OPENSSL_cleanse(output.baseAddress, count)
      throw refusal(.libraryFailure)
    }
    // The final call checks the tag and writes no byte, because ChaCha20 is a stream cipher.
    var unused: UInt8 = 0
    guard EVP_DecryptFinal_ex(context, &unused, &written) == 1 else {
      OPENSSL_cleanse(output.baseAddress, count)
      throw refusal(.authenticationFailure)
    }
  }

  private typealias Update = (
    OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int32>?, UnsafePointer<UInt8>?, Int32
  ) -> Int32

  @inline(__always)
  private func authenticate(_ data: UnsafeRawBufferPointer, with update: Update) -> Bool {
    guard !data.isEmpty else { return true }
    var written: Int32 = 0
    return update(context, nil, &written, data.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(data.count)) == 1
  }
}
