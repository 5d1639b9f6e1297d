/// base64url without padding (RFC 4648, section 5). It is strict: each value has exactly one encoding, and no other is
/// accepted.
public enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// The number of characters that encode the given number of bytes.
  public static func textCount(ofByteCount count: Int) -> Int { (count * 4 + 2) / 3 }

  /// Encodes bytes as text.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: encodedBytes(bytes), as: UTF8.self)
  }

  /// Encodes bytes as text, given as ASCII bytes.
  public static func encodedBytes(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    // The compiler makes fast code for arrays only, and not for what other modules pass.
    let bytes = Array(bytes)
    var text: [UInt8] = []
    text.reserveCapacity(textCount(ofByteCount: bytes.count))
    encode(bytes) { text.append($0) }
    return text
  }

  /// Encodes secret bytes into memory of the caller. No other copy is left in memory.
  ///
  /// - Parameter text: a buffer of exactly ``textCount(ofByteCount:)`` bytes.
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

  /// Decodes a text.
  /// - Throws: `CryptographyError.invalidEncoding` for padding, white space, any other character, a length that no
  ///   encoder produces, or trailing bits that are not zero.
  public static func decode(_ text: some StringProtocol) throws(CryptographyError) -> [UInt8] {
    try decode(bytes: text.utf8)
  }

  /// Decodes a text that is given as ASCII bytes.
  /// - Throws: `CryptographyError.invalidEncoding`, as for `decode(_:)`.
  public static func decode(bytes text: some Sequence<UInt8>) throws(CryptographyError) -> [UInt8] {
    let text = Array(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    try decode(text) { bytes.append($0) }
    return bytes
  }

  /// Decodes a text into secret bytes. No other copy is left in memory.
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
    // A remainder of 6 bits would be a single character, which encodes no byte. Unused bits that are not zero would be
    // a second encoding of the same value.
    guard bits < 6, buffer & (1 << bits - 1) == 0 else { throw .invalidEncoding }
  }
}
