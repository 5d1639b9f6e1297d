import COpenSSL

/// The first call into libcrypto, made before any other: it settles how the library ends.
enum OpenSSLLibrary {
  /// Asks libcrypto to stay whole until the process is gone.
  ///
  /// Otherwise it frees its tables when the program calls `exit`, while threads that end at that moment free their part
  /// of them too, and the program dies of a double free after its work is done.
  static func prepare() { _ = isPrepared }

  private static let isPrepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1
}
