import COpenSSL

/// The algorithm objects of libcrypto, fetched once: a fetch searches the providers and takes longer than the work.
///
/// Why `nonisolated(unsafe)` holds: each pointer is written once, under the lock of a Swift global's first use, is
/// never freed, and fetched algorithm objects are immutable and may be used by all threads (openssl-threads(7)).
enum Algorithms {
  nonisolated(unsafe) static let sha256: OpaquePointer? = {
    OpenSSLLibrary.prepare()
    return EVP_MD_fetch(nil, "SHA256", nil)
  }()
  nonisolated(unsafe) static let chaCha20Poly1305: OpaquePointer? = {
    OpenSSLLibrary.prepare()
    return EVP_CIPHER_fetch(nil, "ChaCha20-Poly1305", nil)
  }()

  /// An HMAC context that has its digest and no key. It is only ever duplicated, which reads it.
  nonisolated(unsafe) static let hmacSHA256: OpaquePointer? = {
    OpenSSLLibrary.prepare()
    guard let hmac = EVP_MAC_fetch(nil, "HMAC", nil), let context = EVP_MAC_CTX_new(hmac) else { return nil }
    // The context holds its own reference from here on.
    EVP_MAC_free(hmac)
    var digest = Array("SHA256".utf8CString)
    // The parameters point at both strings, so these live until the call is over.
    let set = "digest".withCString { name in
      digest.withUnsafeMutableBufferPointer { digest in
        let parameters = [
          OSSL_PARAM_construct_utf8_string(name, digest.baseAddress, 0), OSSL_PARAM_construct_end(),
        ]
        return EVP_MAC_CTX_set_params(context, parameters)
      }
    }
    guard set == 1 else {
      EVP_MAC_CTX_free(context)
      return nil
    }
    return context
  }()
}

/// Empties this thread's error queue after a refusal, so that no later call reads a stale reason.
func refusal(_ error: CryptographyError) -> CryptographyError {
  ERR_clear_error()
  return error
}
