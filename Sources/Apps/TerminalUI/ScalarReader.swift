/// Puts the bytes of UTF-8 together to scalars, one byte at a time; what is not UTF-8 becomes U+FFFD.
struct ScalarReader {
  private var bytes: [UInt8] = []

  /// The scalar that the byte completes, or `nil` where more bytes are needed.
  mutating func scalar(adding byte: UInt8) -> Unicode.Scalar? {
    bytes.append(byte)
    let expected =
      switch bytes[0] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let isContinued = bytes.count == 1 || byte & 0xC0 == 0x80
    guard bytes.count == expected || !isContinued else { return nil }
    defer { bytes = [] }
    guard isContinued else { return "\u{FFFD}" }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.first
  }
}
