import COpenSSL

/// SHA-256 (FIPS 180-4), in one call with `hash` or piece by piece.
public struct SHA256: ~Copyable {
  /// The size of a digest in bytes.
  public static let byteCount = 32

  private let context: OpaquePointer

  /// Begins a hash.
  /// - Throws: `CryptographyError.libraryFailure` if libcrypto has no memory.
  public init() throws(CryptographyError) {
    guard let context = EVP_MD_CTX_new() else { throw refusal(.libraryFailure) }
    guard EVP_DigestInit_ex2(context, Algorithms.sha256, nil) == 1 else {
      EVP_MD_CTX_free(context)
      throw refusal(.libraryFailure)
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds the next piece.
  /// - Throws: `CryptographyError.libraryFailure`.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) throws(CryptographyError) {
    guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else { throw refusal(.libraryFailure) }
  }

  /// Adds the next piece.
  /// - Throws: `CryptographyError.libraryFailure`.
  public mutating func update(_ bytes: [UInt8]) throws(CryptographyError) {
    try bytes.withRawBytes { (buffer) throws(CryptographyError) in try update(buffer) }
  }

  /// Returns the digest of all pieces, 32 bytes.
  /// - Throws: `CryptographyError.libraryFailure`.
  public consuming func finalize() throws(CryptographyError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    guard EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw refusal(.libraryFailure) }
    return digest
  }

  /// Returns the digest of the concatenated pieces, 32 bytes.
  /// - Throws: `CryptographyError.libraryFailure`.
  public static func hash(_ pieces: [UInt8]...) throws(CryptographyError) -> [UInt8] {
    var hash = try SHA256()
    for piece in pieces { try hash.update(piece) }
    return try hash.finalize()
  }
}
