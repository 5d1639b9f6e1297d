extension ChaCha20Poly1305 {
  /// Encrypts a plaintext and returns the ciphertext followed by its tag in a new array.
  /// - Throws: `CryptographyError.invalidLength`, `.libraryFailure`.
  public func seal(
    _ plaintext: [UInt8], nonce: Nonce, authenticating associatedData: [UInt8] = []
  ) throws(CryptographyError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: plaintext.count + ChaCha20Poly1305.tagByteCount)
    try output.withMutableRawBytes { (output) throws(CryptographyError) in
      try plaintext.withRawBytes { (plaintext) throws(CryptographyError) in
        try associatedData.withRawBytes { (associatedData) throws(CryptographyError) in
          try seal(plaintext, nonce: nonce, authenticating: associatedData, into: output)
        }
      }
    }
    return output
  }

  /// Decrypts a ciphertext that ends with its tag and returns the plaintext in a new array.
  /// - Throws: `CryptographyError.authenticationFailure`, `.invalidLength`, `.libraryFailure`.
  public func open(
    _ ciphertext: [UInt8], nonce: Nonce, authenticating associatedData: [UInt8] = []
  ) throws(CryptographyError) -> [UInt8] {
    guard ciphertext.count >= ChaCha20Poly1305.tagByteCount else { throw .invalidLength }
    var output = [UInt8](repeating: 0, count: ciphertext.count - ChaCha20Poly1305.tagByteCount)
    try output.withMutableRawBytes { (output) throws(CryptographyError) in
      try ciphertext.withRawBytes { (ciphertext) throws(CryptographyError) in
        try associatedData.withRawBytes { (associatedData) throws(CryptographyError) in
          try open(ciphertext, nonce: nonce, authenticating: associatedData, into: output)
        }
      }
    }
    return output
  }
}
