extension Sequence<UInt8> {
  /// The bytes in lowercase hexadecimal, two digits each.
  package var hexadecimal: String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// The bytes that are written in hexadecimal, of either case; `nil` where the text is no such.
  package init?(hexadecimal text: some StringProtocol) {
    var rest = text.utf8[...]
    self = []
    while let high = rest.popFirst() {
      guard let high = Self.digit(high), let low = rest.popFirst().flatMap(Self.digit) else { return nil }
      append(high << 4 | low)
    }
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
