import COpenSSL

/// Where keys and nonces come from. Injected, so that a machine that needs randomness can be tested with known bytes.
public protocol RandomSource: Sendable {
  /// Overwrites the whole buffer with random bytes.
  /// - Throws: `CryptographyError.randomnessUnavailable`; the buffer's content is then not to be used.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptographyError)
}

extension RandomSource {
  /// `count` random bytes.
  /// - Throws: `CryptographyError.randomnessUnavailable`.
  public func bytes(count: Int) throws(CryptographyError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withMutableRawBytes { (buffer) throws(CryptographyError) in try fill(buffer) }
    return bytes
  }
}

/// libcrypto's generator (`RAND_bytes`): seeded by the kernel, fork-safe, the only source outside of tests.
public struct SystemRandom: RandomSource {
  /// The system's generator.
  public init() {}

  /// Fills the buffer from `RAND_bytes`.
  /// - Throws: `CryptographyError.randomnessUnavailable`.
  public func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptographyError) {
    guard let base = buffer.baseAddress, buffer.count > 0 else { return }
    guard let count = Int32(exactly: buffer.count) else { throw .invalidLength }
    OpenSSLLibrary.prepare()
    guard RAND_bytes(base.assumingMemoryBound(to: UInt8.self), count) == 1 else {
      throw refusal(.randomnessUnavailable)
    }
  }
}
