import COpenSSL

/// The algorithm objects of libcrypto. Each is fetched once, because a fetch searches the providers and takes longer
/// than the operation itself.
///
/// `nonisolated(unsafe)` is correct because each pointer is written once, under the lock that guards the first use of a
/// Swift global, and is never freed. Fetched algorithm objects are immutable and may be used by all threads
/// (openssl-threads(7)).
enum Algorithms {
  nonisolated(unsafe) static let sha256: OpaquePointer? = {
    OpenSSLLibrary.prepare()
    return EVP_MD_fetch(nil, "SHA256", nil)
  }()
  nonisolated(unsafe) static let chaCha20Poly1305: OpaquePointer? = {
    OpenSSLLibrary.prepare()
    return EVP_CIPHER_fetch(nil, "ChaCha20-Poly1305", nil)
  }()
  /// The curve of Bitcoin. A group is not changed by what is calculated in it.
  nonisolated(unsafe) static let secp256k1: OpaquePointer? = {
    OpenSSLLibrary.prepare()
    return EC_GROUP_new_by_curve_name(NID_secp256k1)
  }()

  /// An HMAC context that has a digest and no key. It is only duplicated, which does not change it.
  nonisolated(unsafe) static let hmacSHA256: OpaquePointer? = {
    OpenSSLLibrary.prepare()
    guard let hmac = EVP_MAC_fetch(nil, "HMAC", nil), let context = EVP_MAC_CTX_new(hmac) else { return nil }
    // The context holds its own reference from here on.
    EVP_MAC_free(hmac)
    var digest = Array("SHA256".utf8CString)
    // The parameters point to both strings, which must therefore live until the call returns.
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

/// Empties this thread's libcrypto error queue after a failure, so that no later call reads an old reason.
func refusal(_ error: CryptographyError) -> CryptographyError {
  ERR_clear_error()
  return error
}
