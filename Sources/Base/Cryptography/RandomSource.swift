import COpenSSL

/// The source of keys and nonces. It is injected, so that code which needs randomness can be tested with known bytes.
public protocol RandomSource: Sendable {
  /// Overwrites the whole buffer with random bytes.
  /// - Throws: `CryptographyError.randomnessUnavailable`; the content of the buffer must not be used then.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptographyError)
}

extension RandomSource {
  /// Returns `count` random bytes.
  /// - Throws: `CryptographyError.randomnessUnavailable`.
  public func bytes(count: Int) throws(CryptographyError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withMutableRawBytes { (buffer) throws(CryptographyError) in try fill(buffer) }
    return bytes
  }
}

/// The generator of libcrypto (`RAND_bytes`). It is seeded by the kernel and safe after a fork. It is the only source
/// outside of tests.
public struct SystemRandom: RandomSource {
  /// Makes a source that uses the generator of libcrypto.
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
