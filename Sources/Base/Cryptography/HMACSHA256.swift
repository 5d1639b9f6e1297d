import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
public enum HMACSHA256 {
  /// The size of a tag in bytes.
  public static let byteCount = 32

  /// Computes the tag of the concatenated pieces.
  /// - Throws: `CryptographyError.libraryFailure`.
  public static func authenticate(_ pieces: [UInt8]..., key: SecretBytes) throws(CryptographyError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: byteCount)
    try tag.withMutableRawBytes { (tag) throws(CryptographyError) in
      try key.withUnsafeBytes { (key) throws(CryptographyError) in
        try write(into: tag, key: key) { (context) in
          pieces.allSatisfy { EVP_MAC_update(context, $0, $0.count) == 1 }
        }
      }
    }
    return tag
  }

  /// Writes a tag of 32 bytes. `update` passes the message to libcrypto and returns whether that succeeded.
  static func write(
    into tag: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer, update: (OpaquePointer) -> Bool
  ) throws(CryptographyError) {
    guard let context = EVP_MAC_CTX_dup(Algorithms.hmacSHA256) else { throw refusal(.libraryFailure) }
    defer { EVP_MAC_CTX_free(context) }
    // An empty key still needs an address, because a null pointer tells EVP_MAC_init to keep the key that is set.
    var empty: UInt8 = 0
    let done = withUnsafePointer(to: &empty) { empty in
      let keyBase = key.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? empty
      return EVP_MAC_init(context, keyBase, key.count, nil) == 1 && update(context)
        && EVP_MAC_final(context, tag.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, tag.count) == 1
    }
    guard done else { throw refusal(.libraryFailure) }
  }
}
