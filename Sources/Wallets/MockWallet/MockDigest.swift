/// A deterministic digest of a text for mock identifiers and checksums: FNV-1a with the finishing steps of SplitMix64.
/// It is not cryptographic, because nothing on the mock network is worth forging.
struct MockDigest {
  private var state: UInt64

  init(_ text: String, seed: UInt64) {
    state = 0xCBF2_9CE4_8422_2325 ^ seed
    for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  /// Returns the next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns `count` characters of `a-z2-7`.
  static func base32(_ text: String, seed: UInt64 = 0, count: Int) -> String {
    expand(text, seed: seed, count: count, alphabet: letters, bits: 5)
  }

  /// Returns `count` characters of `0-9a-f`.
  static func hexadecimal(_ text: String, seed: UInt64, count: Int) -> String {
    expand(text, seed: seed, count: count, alphabet: digits, bits: 4)
  }

  private static func expand(_ text: String, seed: UInt64, count: Int, alphabet: [UInt8], bits: Int) -> String {
    var digest = MockDigest(text, seed: seed)
    var characters: [UInt8] = []
    characters.reserveCapacity(count)
    while characters.count < count {
      var word = digest.next()
      for _ in 0..<(64 / bits) where characters.count < count {
        characters.append(alphabet[Int(word & UInt64(alphabet.count - 1))])
        word >>= UInt64(bits)
      }
    }
    return String(decoding: characters, as: UTF8.self)
  }
}
