import COpenSSL

/// scrypt (RFC 7914): derives a key from a passphrase at a chosen cost of time and memory.
public struct Scrypt: Equatable, Sendable {
  /// N: a power of two above 1.
  public var cost: UInt64
  /// r: the block size.
  public var blockSize: UInt64
  /// p: the parallelisation.
  public var parallelization: UInt64
  /// The maximum memory in bytes for a derivation, which needs about 128 · N · r.
  public var maximumMemory: UInt64

  /// The cost for key files: N = 2^17, r = 8, p = 1. A derivation uses 128 MiB and may use at most 160 MiB.
  public static let keyFile = Scrypt(cost: 1 << 17, blockSize: 8, parallelization: 1, maximumMemory: 160 << 20)

  /// Makes a choice of cost.
  public init(cost: UInt64, blockSize: UInt64, parallelization: UInt64, maximumMemory: UInt64 = 160 << 20) {
    self.cost = cost
    self.blockSize = blockSize
    self.parallelization = parallelization
    self.maximumMemory = maximumMemory
  }

  /// Derives a key of `count` bytes. It blocks the thread for as long as the cost requires.
  /// - Throws: `CryptographyError.invalidParameters` if libcrypto refuses the cost or it exceeds `maximumMemory`.
  public func derive(from passphrase: SecretBytes, salt: [UInt8], count: Int) throws(CryptographyError) -> SecretBytes {
    guard count > 0 else { throw .invalidParameters }
    OpenSSLLibrary.prepare()
    return try SecretBytes(count: count) { (key) throws(CryptographyError) in
      let done = passphrase.withUnsafeBytes { passphrase in
        EVP_PBE_scrypt(
          passphrase.baseAddress?.assumingMemoryBound(to: CChar.self), passphrase.count, salt, salt.count, cost,
          blockSize, parallelization, maximumMemory, key.baseAddress?.assumingMemoryBound(to: UInt8.self), count)
      }
      guard done == 1 else { throw refusal(.invalidParameters) }
    }
  }
}
