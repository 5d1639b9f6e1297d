import COpenSSL
import Synchronization

/// Memory for secrets that is never swapped out, between guard pages: libcrypto's secure heap. libcrypto itself keeps
/// private keys of Ed25519 and X25519 there.
public enum SecretMemory {
  private static let size = 128 << 10
  private static let isReserved = Atomic(false)

  /// Reserves it, once, before there are secrets. Where the system lets too little memory be locked, it is used
  /// unlocked.
  public static func reserve() {
    guard CRYPTO_secure_malloc_initialized() == 0, CRYPTO_secure_malloc_init(size, 32) != 0 else { return }
    isReserved.store(true, ordering: .releasing)
  }

  /// So many bytes of it; nil where it was not reserved, and where half of it is taken: libcrypto has no other memory
  /// for its keys, and secrets of ours can live elsewhere.
  static func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    guard isReserved.load(ordering: .acquiring), count > 0, count <= 4096, CRYPTO_secure_used() < size / 2 else {
      return nil
    }
    return CRYPTO_secure_malloc(count, "", 0)
  }

  /// Wipes it and gives it back.
  static func free(_ bytes: UnsafeMutableRawBufferPointer) {
    CRYPTO_secure_clear_free(bytes.baseAddress, bytes.count, "", 0)
  }
}
