import COpenSSL

/// The first call into libcrypto, which must be made before any other. It decides how the library shuts down.
enum OpenSSLLibrary {
  /// Tells libcrypto not to clean up when the program calls `exit`.
  ///
  /// Otherwise it frees its tables at `exit` while threads that end at the same moment free their part of them too. The
  /// program would then crash with a double free after its work is done.
  static func prepare() { _ = isPrepared }

  private static let isPrepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1
}
