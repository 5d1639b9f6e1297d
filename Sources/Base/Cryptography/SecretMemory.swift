import COpenSSL
import Synchronization

/// Memory for secrets that is never swapped out and lies between guard pages: the secure heap of libcrypto. libcrypto
/// itself keeps private keys of Ed25519 and X25519 there.
public enum SecretMemory {
  private static let size = 128 << 10
  private static let isReserved = Atomic(false)

  /// Reserves the memory. It must be called once, before there are secrets. If the system allows too little memory to
  /// be locked, the memory is used unlocked.
  public static func reserve() {
    guard CRYPTO_secure_malloc_initialized() == 0, CRYPTO_secure_malloc_init(size, 32) != 0 else { return }
    isReserved.store(true, ordering: .releasing)
  }

  /// Allocates the given number of bytes. Returns nil if the memory was not reserved or half of it is in use: libcrypto
  /// has no other memory for its keys, while our secrets can be stored elsewhere.
  static func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    guard isReserved.load(ordering: .acquiring), count > 0, count <= 4096, CRYPTO_secure_used() < size / 2 else {
      return nil
    }
    return CRYPTO_secure_malloc(count, "", 0)
  }

  /// Wipes the bytes and frees them.
  static func free(_ bytes: UnsafeMutableRawBufferPointer) {
    CRYPTO_secure_clear_free(bytes.baseAddress, bytes.count, "", 0)
  }
}
