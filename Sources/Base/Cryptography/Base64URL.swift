/// base64url without padding (RFC 4648, section 5), strict: one encoding for each value and no other is read.
public enum Base64URL {
  static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// The text of some bytes.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: encodedBytes(bytes), as: UTF8.self)
  }

  /// The text of some bytes, as ASCII bytes.
  public static func encodedBytes(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.underestimatedCount * 4 + 2) / 3)
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(buffer >> bits & 63)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(buffer << (6 - bits) & 63)]) }
    return text
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
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for character in text {
      let value = values[Int(character)]
      guard value != 0xFF else { throw .invalidEncoding }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    // 6 bits left over is a lone character; set bits below are a second spelling of the same value.
    guard bits < 6, buffer & (1 << bits - 1) == 0 else { throw .invalidEncoding }
    return bytes
  }
}
