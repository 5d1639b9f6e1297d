/// The form of an address, as far as it matters for reading a URI. Only the wallet can decide whether money can be sent
/// to it.
struct Address {
  let text: String

  /// Returns nil if the text is empty, longer than any address, or contains characters other than ASCII letters and
  /// digits.
  init?(_ text: Substring) {
    guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy(PercentCoding.isAlphanumeric) else { return nil }
    self.text = String(text)
  }

  /// The address in small letters if it is bech32 (BIP 173) with this prefix and with letters of one case; otherwise
  /// nil. A base58 address may begin in the same way (`LTC1…`), but has letters of both cases.
  func inSmallLetters(prefix: String) -> String? {
    let small = text.lowercased()
    guard small.utf8.starts(with: (prefix + "1").utf8), text == small || text == text.uppercased() else { return nil }
    let data = small.utf8.dropFirst(prefix.utf8.count + 1)
    guard data.count >= 6, data.allSatisfy({ "qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8.contains($0) }) else { return nil }
    return small
  }
}
