/// Writes bech32 (BIP 173) of any length.
package enum Bech32Writer {
  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".unicodeScalars)

  /// The word of a letter; 0 for a sign that is none.
  package static func word(of letter: Unicode.Scalar) -> UInt8 { UInt8(alphabet.firstIndex(of: letter) ?? 0) }

  /// The text of words of five bits, with its checksum.
  ///
  /// - Parameter constant: what makes it bech32; bech32m has another one.
  package static func text(_ prefix: String, _ words: [UInt8], constant: UInt32 = 1) -> String {
    let start = prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 }
    let checksum = remainder(start + words + [0, 0, 0, 0, 0, 0]) ^ constant
    let all = words + (0..<6).reversed().map { UInt8(checksum >> (5 * UInt32($0)) & 31) }
    var text = prefix + "1"
    for word in all { text.unicodeScalars.append(alphabet[Int(word)]) }
    return text
  }

  /// The words of bytes, with zeros after the last bit.
  package static func words(of bytes: [UInt8]) -> [UInt8] {
    let bits = bytes.flatMap { byte in (0..<8).reversed().map { byte >> UInt8($0) & 1 } }
    return stride(from: 0, to: bits.count, by: 5).map { start in
      (0..<5).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
    }
  }

  /// The words of a number, without zeros before it.
  package static func words(of number: UInt64) -> [UInt8] {
    var words: [UInt8] = []
    var rest = number
    while rest > 0 {
      words.append(UInt8(rest & 31))
      rest >>= 5
    }
    return words.reversed()
  }

  /// The bytes of words, with zeros after the last bit.
  package static func bytes(of words: [UInt8]) -> [UInt8] {
    let bits = words.flatMap { word in (0..<5).reversed().map { word >> UInt8($0) & 1 } }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
    }
  }

  private static func remainder(_ words: [UInt8]) -> UInt32 {
    let generator: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
    var remainder: UInt32 = 1
    for word in words {
      let top = remainder >> 25
      remainder = (remainder & 0x1FF_FFFF) << 5 ^ UInt32(word)
      for bit in 0..<5 where top >> UInt32(bit) & 1 == 1 { remainder ^= generator[bit] }
    }
    return remainder
  }
}
