import Cryptography

/// A named secret with all forms in which it could have been written.
struct Canary: Sendable {
  let name: String
  private let needles: [[UInt8]]
  /// Whether the secret counts only as a separate word, because short numbers occur by chance inside longer ones.
  private let standsAlone: Bool

  /// Creates a secret from bytes, which are searched for unchanged, in hexadecimal, in Base64 and in base64url.
  init(_ name: String, bytes: [UInt8]) {
    self.name = name
    standsAlone = false
    needles = [bytes] + Self.encodings(bytes)
  }

  /// Creates a secret from a text, which is searched for unchanged and in the encodings of bytes.
  init(_ name: String, text: String) {
    self.name = name
    let bytes = Array(text.utf8)
    standsAlone = bytes.count < 10
    needles = [bytes] + (bytes.count < 6 ? [] : Self.encodings(bytes))
  }

  private static func encodings(_ bytes: [UInt8]) -> [[UInt8]] {
    let hex = Array(bytes.hexadecimal.utf8)
    let upper = hex.map { $0 >= 0x61 ? $0 - 0x20 : $0 }
    var all = [hex, upper]
    // Inside a longer encoded text the secret can begin at three positions. Characters that it shares with its
    // neighbours are omitted.
    for shift in 0..<3 {
      let text = Base64URL.encodedBytes([UInt8](repeating: 0, count: shift) + bytes)
      let start = (shift * 8 + 5) / 6
      let end = (shift + bytes.count) * 8 / 6
      let url = Array(text[start..<end])
      all.append(url)
      all.append(
        url.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0 })
    }
    return all
  }

  /// Returns whether some bytes contain the secret in any of its forms.
  func isIn(_ haystack: [UInt8]) -> Bool { needles.contains { Self.find($0, in: haystack, alone: standsAlone) } }

  private static func find(_ needle: [UInt8], in haystack: [UInt8], alone: Bool) -> Bool {
    guard let first = needle.first, haystack.count >= needle.count else { return false }
    return haystack.withUnsafeBufferPointer { hay in
      var index = 0
      while index <= hay.count - needle.count {
        if hay[index] == first, hay[index..<index + needle.count].elementsEqual(needle) {
          let before = index == 0 ? 0 : hay[index - 1]
          let after = index + needle.count < hay.count ? hay[index + needle.count] : 0
          if !alone || !(isWord(before) || isWord(after)) { return true }
        }
        index += 1
      }
      return false
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
