import COpenSSL

/// HKDF with SHA-256 (RFC 5869).
public enum HKDFSHA256 {
  /// Extracts and expands.
  /// - Parameters:
  ///   - inputKey: the input keying material.
  ///   - salt: the salt; empty counts as 32 zero bytes.
  ///   - info: the context the output is bound to.
  ///   - count: the number of bytes to derive, 1 to 8160.
  /// - Throws: `CryptographyError.invalidParameters` for a count out of range, `.libraryFailure`.
  public static func derive(
    from inputKey: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, info: [UInt8], count: Int
  ) throws(CryptographyError) -> SecretBytes {
    guard (1...255 * HMACSHA256.byteCount).contains(count) else { throw .invalidParameters }
    let extracted = try SecretBytes(count: HMACSHA256.byteCount) { (tag) throws(CryptographyError) in
      try HMACSHA256.write(into: tag, key: salt) { context in
        EVP_MAC_update(context, inputKey.baseAddress?.assumingMemoryBound(to: UInt8.self), inputKey.count) == 1
      }
    }
    return try SecretBytes(count: count) { (output) throws(CryptographyError) in
      try expand(extracted, info: info, into: output)
    }
  }

  /// Extracts and expands.
  /// - Throws: `CryptographyError.invalidParameters` for a count out of range, `.libraryFailure`.
  public static func derive(
    from inputKey: SecretBytes, salt: [UInt8], info: [UInt8], count: Int
  ) throws(CryptographyError) -> SecretBytes {
    try inputKey.withUnsafeBytes { (inputKey) throws(CryptographyError) in
      try salt.withRawBytes { (salt) throws(CryptographyError) in
        try derive(from: inputKey, salt: salt, info: info, count: count)
      }
    }
  }

  private static func expand(
    _ extracted: SecretBytes, info: [UInt8], into output: UnsafeMutableRawBufferPointer
  ) throws(CryptographyError) {
    var written = 0
    var counter: UInt8 = 1
    var previous: SecretBytes?
    while written < output.count {
      let block = try SecretBytes(count: HMACSHA256.byteCount) { (tag) throws(CryptographyError) in
        try extracted.withUnsafeBytes { (key) throws(CryptographyError) in
          try HMACSHA256.write(into: tag, key: key) { context in
            let chained =
              previous?.withUnsafeBytes { last in
                EVP_MAC_update(context, last.baseAddress?.assumingMemoryBound(to: UInt8.self), last.count) == 1
              } ?? true
            return chained && EVP_MAC_update(context, info, info.count) == 1
              && EVP_MAC_update(context, &counter, 1) == 1
          }
        }
      }
      let size = min(block.count, output.count - written)
      block.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: output[written..<written + size])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<size]))
      }
      written += size
      previous = block
      counter &+= 1
    }
  }
}
