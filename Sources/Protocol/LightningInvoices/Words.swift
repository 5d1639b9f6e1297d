/// Words of five bits in big-endian order, of which the data of an invoice consists.
extension ArraySlice<UInt8> {
  /// The whole bytes of the words. What is left over, less than eight bits, is padding.
  var wholeBytes: [UInt8] { Array(paddedBytes.prefix(count * 5 / 8)) }

  /// The bytes of the words, with zeros after the last bit, as they are signed.
  var paddedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((count * 5 + 7) / 8)
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for word in self {
      bits = (bits << 5 | UInt32(word)) & 0xFFFF
      bitCount += 5
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    if bitCount > 0 { bytes.append(UInt8(truncatingIfNeeded: bits << (8 - bitCount))) }
    return bytes
  }

  /// The number that the words are; the largest one if it has more than 64 bits.
  var number: UInt64 {
    reduce(0) { number, word in number > .max >> 5 ? .max : number << 5 | UInt64(word) }
  }
}
