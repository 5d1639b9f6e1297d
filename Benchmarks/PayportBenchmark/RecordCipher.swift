import COpenSSL

/// One direction of ChaCha20-Poly1305 records. The key is set once, and each message only changes the nonce, which has
/// the form of Noise: 32 zero bits, followed by the 64-bit little-endian counter. The additional data is empty.
final class RecordCipher {
  static let tagLength = 16

  private let context: OpaquePointer
  private let sealing: Bool
  private var counter: UInt64 = 0

  init(key: [UInt8], sealing: Bool) throws {
    guard key.count == 32, let context = EVP_CIPHER_CTX_new() else { throw BenchmarkError("no cipher context") }
    self.context = context
    self.sealing = sealing
    let cipher = EVP_chacha20_poly1305()
    let result =
      sealing
      ? EVP_EncryptInit_ex(context, cipher, nil, key, nil) : EVP_DecryptInit_ex(context, cipher, nil, key, nil)
    guard result == 1 else { throw BenchmarkError("ChaCha20-Poly1305 is not available") }
  }

  deinit {
    EVP_CIPHER_CTX_free(context)
  }

  private func withNonce<Result>(_ body: (UnsafePointer<UInt8>) throws -> Result) rethrows -> Result {
    var nonce: (UInt32, UInt32, UInt32) = (
      0, UInt32(truncatingIfNeeded: counter).littleEndian, UInt32(truncatingIfNeeded: counter >> 32).littleEndian
    )
    return try withUnsafeBytes(of: &nonce) { bytes in
      try bytes.withMemoryRebound(to: UInt8.self) { rebound in
        guard let base = rebound.baseAddress else { preconditionFailure("a nonce of 12 bytes has an address") }
        return try body(base)
      }
    }
  }

  /// Seals the first `textLength` bytes of `bytes` in place. The tag is written after them.
  func seal(_ bytes: UnsafeMutableBufferPointer<UInt8>, textLength: Int) throws {
    guard let base = bytes.baseAddress, bytes.count >= textLength + Self.tagLength else {
      throw BenchmarkError("no room for the tag")
    }
    var written: Int32 = 0
    var rest: Int32 = 0
    let sealed = withNonce { nonce in
      EVP_EncryptInit_ex(context, nil, nil, nil, nonce) == 1
        && EVP_EncryptUpdate(context, base, &written, base, Int32(textLength)) == 1
        && EVP_EncryptFinal_ex(context, base + Int(written), &rest) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagLength), base + textLength) == 1
    }
    guard sealed else { throw BenchmarkError("sealing failed") }
    counter += 1
  }

  /// Opens a record in place and returns its text.
  func open(_ bytes: UnsafeMutableBufferPointer<UInt8>) throws -> UnsafeMutableBufferPointer<UInt8> {
    let textLength = bytes.count - Self.tagLength
    guard let base = bytes.baseAddress, textLength >= 0 else { throw BenchmarkError("a record without a tag") }
    var written: Int32 = 0
    var rest: Int32 = 0
    let opened = withNonce { nonce in
      EVP_DecryptInit_ex(context, nil, nil, nil, nonce) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagLength), base + textLength) == 1
        && EVP_DecryptUpdate(context, base, &written, base, Int32(textLength)) == 1
        && EVP_DecryptFinal_ex(context, base + Int(written), &rest) == 1
    }
    guard opened else { throw BenchmarkError("a record that does not open") }
    counter += 1
    return UnsafeMutableBufferPointer(start: base, count: textLength)
  }
}
