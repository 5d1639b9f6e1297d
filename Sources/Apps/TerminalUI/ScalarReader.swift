/// Decodes UTF-8 one byte at a time. Bytes that are not UTF-8 become U+FFFD.
struct ScalarReader {
  private var bytes: [UInt8] = []

  /// Returns the scalar that the byte completes; `nil` if more bytes are needed.
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
