import COpenSSL

/// Owns one `EVP_PKEY`, which is created in `init` and freed in `deinit`.
///
/// `@unchecked Sendable` is correct because the key is never changed after `init`, and libcrypto lets threads share an
/// EVP_PKEY that no thread changes (openssl-threads(7)). Each operation makes a context of its own.
final class PKeyHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  enum Part { case `private`, `public` }

  /// Makes a key from raw bytes for the algorithm that libcrypto knows as `name`.
  init(_ name: String, part: Part, _ bytes: UnsafeRawBufferPointer) throws(CryptographyError) {
    OpenSSLLibrary.prepare()
    let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let key =
      switch part {
      case .private: EVP_PKEY_new_raw_private_key_ex(nil, name, nil, base, bytes.count)
      case .public: EVP_PKEY_new_raw_public_key_ex(nil, name, nil, base, bytes.count)
      }
    guard let key else { throw refusal(.invalidKey) }
    pointer = key
  }

  deinit { EVP_PKEY_free(pointer) }

  /// The 32 bytes of the public key.
  func publicBytes() throws(CryptographyError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    var count = bytes.count
    guard EVP_PKEY_get_raw_public_key(pointer, &bytes, &count) == 1, count == 32 else {
      throw refusal(.libraryFailure)
    }
    return bytes
  }
}
