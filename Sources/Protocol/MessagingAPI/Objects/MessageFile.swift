extension MessageFile {
  /// Whether a text is a valid file name.
  public static func isName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (1...100).contains(bytes.count), bytes.first != UInt8(ascii: ".") else { return false }
    return bytes.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || ".-_".utf8.contains($0)
    }
  }
}
