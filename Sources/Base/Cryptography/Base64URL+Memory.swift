extension Base64URL {
  /// The length of the text of so many bytes.
  public static func textCount(ofByteCount count: Int) -> Int { (count * 4 + 2) / 3 }

  /// Writes the text of secret bytes into memory of the caller's, leaving no copy behind.
  ///
  /// - Parameter text: as many bytes as ``textCount(ofByteCount:)`` says.
  /// - Throws: `CryptographyError.invalidLength`.
  public static func encode(
    _ secret: SecretBytes, into text: UnsafeMutableRawBufferPointer
  ) throws(CryptographyError) {
    guard text.count == textCount(ofByteCount: secret.count) else { throw .invalidLength }
    secret.withUnsafeBytes { bytes in
      var place = 0
      var buffer: UInt32 = 0
      var bits: UInt32 = 0
      for byte in bytes {
        buffer = buffer << 8 | UInt32(byte)
        bits += 8
        while bits >= 6 {
          bits -= 6
          text[place] = alphabet[Int(buffer >> bits & 63)]
          place += 1
        }
      }
      if bits > 0 { text[place] = alphabet[Int(buffer << (6 - bits) & 63)] }
    }
  }

  /// The secret bytes of a text, leaving no copy behind.
  ///
  /// - Throws: `CryptographyError.invalidEncoding`, as for ``decode(_:)``.
  public static func decodeSecret(_ text: UnsafeRawBufferPointer) throws(CryptographyError) -> SecretBytes {
    let count = text.count * 3 / 4
    // 6 bits left over is a lone character.
    guard text.count % 4 != 1 else { throw .invalidEncoding }
    return try SecretBytes(count: count) { (bytes) throws(CryptographyError) in
      var place = 0
      var buffer: UInt32 = 0
      var bits: UInt32 = 0
      for character in text {
        let value = values[Int(character)]
        guard value != 0xFF else { throw .invalidEncoding }
        buffer = buffer << 6 | UInt32(value)
        bits += 6
        if bits >= 8 {
          bits -= 8
          bytes[place] = UInt8(truncatingIfNeeded: buffer >> bits)
          place += 1
        }
      }
      guard buffer & (1 << bits - 1) == 0 else { throw .invalidEncoding }
    }
  }
}
