/// base64url without padding (RFC 4648, section 5), strict: one encoding for each value and no other is read.
public enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// The length of the text of so many bytes.
  public static func textCount(ofByteCount count: Int) -> Int { (count * 4 + 2) / 3 }

  /// The text of some bytes.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: encodedBytes(bytes), as: UTF8.self)
  }

  /// The text of some bytes, as ASCII bytes.
  public static func encodedBytes(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(textCount(ofByteCount: bytes.underestimatedCount))
    encode(bytes) { text.append($0) }
    return text
  }

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
      encode(bytes) { character in
        text[place] = character
        place += 1
      }
    }
  }

  /// The bytes of a text.
  /// - Throws: `CryptographyError.invalidEncoding` for padding, white space, any other character, a length that no
  ///   encoder gives, or trailing bits that are not zero.
  public static func decode(_ text: some StringProtocol) throws(CryptographyError) -> [UInt8] {
    try decode(bytes: text.utf8)
  }

  /// The bytes of a text that is given as ASCII bytes.
  /// - Throws: `CryptographyError.invalidEncoding`, as for `decode(_:)`.
  public static func decode(bytes text: some Sequence<UInt8>) throws(CryptographyError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.underestimatedCount * 3 / 4)
    try decode(text) { bytes.append($0) }
    return bytes
  }

  /// The secret bytes of a text, leaving no copy behind.
  ///
  /// - Throws: `CryptographyError.invalidEncoding`, as for ``decode(_:)``.
  public static func decodeSecret(_ text: UnsafeRawBufferPointer) throws(CryptographyError) -> SecretBytes {
    try SecretBytes(count: text.count * 3 / 4) { (bytes) throws(CryptographyError) in
      var place = 0
      try decode(text) { byte in
        bytes[place] = byte
        place += 1
      }
    }
  }

  @inline(__always)
  private static func encode(_ bytes: some Sequence<UInt8>, _ put: (UInt8) -> Void) {
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        put(alphabet[Int(buffer >> bits & 63)])
      }
    }
    if bits > 0 { put(alphabet[Int(buffer << (6 - bits) & 63)]) }
  }

  @inline(__always)
  private static func decode(_ text: some Sequence<UInt8>, _ put: (UInt8) -> Void) throws(CryptographyError) {
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for character in text {
      let value = values[Int(character)]
      guard value != 0xFF else { throw .invalidEncoding }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        put(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    // 6 bits left over is a lone character; set bits below are a second spelling of the same value.
    guard bits < 6, buffer & (1 << bits - 1) == 0 else { throw .invalidEncoding }
  }
}
