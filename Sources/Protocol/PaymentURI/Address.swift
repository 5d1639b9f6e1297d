/// The form of an address, as far as reading a URI needs it; whether money can be sent there is the wallet's to say.
struct Address {
  let text: String

  /// `nil` where it is empty, longer than any address, or has other characters than ASCII letters and digits.
  init?(_ text: Substring) {
    guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy(PercentCoding.isAlphanumeric) else { return nil }
    self.text = String(text)
  }

  /// The address in small letters where it is bech32 (BIP 173) with this first part, in letters of one size. A base58
  /// address may begin like one (`LTC1…`), but has letters of both sizes.
  func inSmallLetters(prefix: String) -> String? {
    let small = text.lowercased()
    guard small.utf8.starts(with: (prefix + "1").utf8), text == small || text == text.uppercased() else { return nil }
    let data = small.utf8.dropFirst(prefix.utf8.count + 1)
    guard data.count >= 6, data.allSatisfy({ "qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8.contains($0) }) else { return nil }
    return small
  }
}
