/// A text in bech32 (BIP 173, not the later bech32m), without the limit of 90 characters, which BOLT 11 lifts. Over a
/// longer text the checksum finds fewer faults for sure, and still all but one in a thousand million.
struct Bech32 {
  /// The most bytes that an address has.
  static let longestAddress = 90
  /// The most bytes that BIP 173 lets stand before the last `1`.
  private static let longestPrefix = 83

  /// The whole text in small letters.
  let text: String
  /// What stands before the last `1`, in small letters.
  let prefix: [UInt8]
  /// The data after it in words of five bits, without the checksum.
  let words: [UInt8]

  private static let checksumCount = 6
  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  /// The word of each sign of ASCII; nil for those that stand for none.
  private static let wordOfSign: [UInt8?] = (0..<128).map { sign in
    alphabet.firstIndex(of: sign).map { UInt8($0) }
  }

  /// Takes a text apart, if its checksum is right.
  init(_ bytes: [UInt8]) throws(LightningInvoiceError) {
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .malformed }
    let small = bytes.map(Self.small)
    guard let separator = small.lastIndex(of: UInt8(ascii: "1")), (1...Self.longestPrefix).contains(separator) else {
      throw .malformed
    }
    guard !Self.hasBothCases(bytes) else { throw .mixedCase }
    var words: [UInt8] = []
    for sign in small[(separator + 1)...] {
      guard let word = Self.wordOfSign[Int(sign)] else { throw .malformed }
      words.append(word)
    }
    guard words.count >= Self.checksumCount else { throw .tooShort }
    let prefix = Array(small[..<separator])
    guard Self.remainder(prefix.map { $0 >> 5 } + [0] + prefix.map { $0 & 31 } + words) == 1 else { throw .badChecksum }
    text = String(decoding: small, as: UTF8.self)
    self.prefix = prefix
    self.words = words.dropLast(Self.checksumCount)
  }

  /// The small letter of a capital one; other bytes as they are.
  static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// Whether there are capital and small letters.
  static func hasBothCases(_ bytes: [UInt8]) -> Bool {
    bytes.contains { (0x41...0x5A).contains($0) } && bytes.contains { (0x61...0x7A).contains($0) }
  }

  /// The remainder of the words as a polynomial over GF(32), divided by the generator of BIP 173.
  private static func remainder(_ words: [UInt8]) -> UInt32 {
    let generator: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
    return words.reduce(1) { remainder, word in
      let top = remainder >> 25
      var next = (remainder & 0x1FF_FFFF) << 5 ^ UInt32(word)
      for (bit, term) in generator.enumerated() where top >> UInt32(bit) & 1 == 1 { next ^= term }
      return next
    }
  }
}
