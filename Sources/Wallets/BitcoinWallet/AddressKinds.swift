/// Tells addresses of another chain of the same currency from texts that are no address. This only chooses the error
/// message: the daemon decides whether an address is valid.
package struct AddressKinds: Sendable {
  let family: BitcoinFamily
  let chain: BitcoinChain

  /// Creates the kinds of addresses of a chain.
  package init(family: BitcoinFamily, chain: BitcoinChain) {
    self.family = family
    self.chain = chain
  }

  /// Whether a text that the daemon rejects is an address of another chain.
  package func isOfAnotherChain(_ text: String) -> Bool {
    BitcoinChain.allCases.contains { other in
      guard other != chain else { return false }
      if let prefix = family.bech32Prefixes[other], Self.isBech32(text, prefix: prefix) { return true }
      // The Base58 checksum is not computed, because prefix, alphabet and length are enough to choose the message.
      guard let prefixes = family.base58Prefixes[other], let first = text.unicodeScalars.first else { return false }
      let isForeign =
        prefixes.unicodeScalars.contains(first)
        && family.base58Prefixes[chain]?.unicodeScalars.contains(first) != true
      return isForeign && (26...35).contains(text.utf8.count) && text.utf8.allSatisfy(Self.base58.contains)
    }
  }

  private static let base58 = Set("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
  private static let base32 = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  private static let generators: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]

  /// Whether the text has a valid checksum according to BIP 173 or BIP 350.
  package static func isBech32(_ text: String, prefix: String) -> Bool {
    let lowercase = text.lowercased()
    guard text == lowercase || text == text.uppercased(), lowercase.utf8.starts(with: (prefix + "1").utf8),
      lowercase.utf8.count <= 90
    else { return false }
    let data = lowercase.utf8.dropFirst(prefix.utf8.count + 1)
    guard data.count >= 6 else { return false }
    let values = data.compactMap { Self.base32.firstIndex(of: $0).map { UInt32($0) } }
    guard values.count == data.count else { return false }
    let checksum = checksum(prefix, values)
    return checksum == 1 || checksum == 0x2BC8_30A3
  }
  private static func checksum(_ prefix: String, _ values: [UInt32]) -> UInt32 {
    let high = prefix.utf8.map { UInt32($0) >> 5 }
    let low = prefix.utf8.map { UInt32($0) & 31 }
    var checksum: UInt32 = 1
    for value in high + [0] + low + values {
      let top = checksum >> 25
      checksum = (checksum & 0x1FF_FFFF) << 5 ^ value
      for bit in 0..<5 where top >> UInt32(bit) & 1 == 1 { checksum ^= generators[bit] }
    }
    return checksum
  }

  /// A valid address of the chain, to which nobody is to pay: the segregated witness address of a hash of zeros.
  package var example: String {
    let prefix = family.bech32Prefixes[chain] ?? ""
    let hash = [UInt32](repeating: 0, count: 33)
    let checksum = Self.checksum(prefix, hash + [0, 0, 0, 0, 0, 0]) ^ 1
    let digits = hash + (0..<6).map { checksum >> UInt32(5 * (5 - $0)) & 31 }
    return prefix + "1" + String(decoding: digits.map { Self.base32[Int($0)] }, as: UTF8.self)
  }
}
