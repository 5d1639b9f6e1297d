/// Percent-encoding of UTF-8 text by RFC 3986.
package enum PercentCoding {
  /// Whether a byte may occur in a URI: it is unreserved, reserved except `#`, `[` and `]`, or the percent sign.
  static func isURIByte(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "!$&'()*+,;=:@/?%".utf8.contains(byte)
  }

  /// Whether a byte is unreserved: a letter, a digit, `-`, `.`, `_` or `~`.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~".utf8.contains(byte)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Decodes a text; nil if a percent sign is not followed by two hexadecimal digits or the bytes are not UTF-8. A plus
  /// sign is not decoded to a space.
  static func decode(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Encodes all characters of a text except unreserved ones.
  package static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = text.utf8.flatMap { byte in
      isUnreserved(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
