/// The name under which a received file is saved. It is the sender's name without anything that could lead to another
/// folder, hide the file, or have a meaning in a shell.
enum SavedFileName {
  private static let longest = 120

  /// Returns the name for an attempt: `receipt.pdf`, `receipt-2.pdf`, and so on.
  static func make(of name: String, copy: Int = 1) -> String {
    let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map(Substring.UnicodeScalarView.init)
    var safe = String.UnicodeScalarView()
    for scalar in (last ?? Substring.UnicodeScalarView()).prefix(1000) {
      safe.append(isPlain(scalar) ? scalar : "_")
    }
    // A name that begins with a dot would be hidden, and one that begins with a hyphen would be read as an option.
    while let first = safe.first, first == "." || first == "-" || first == "_" { safe.removeFirst() }
    var stem = String(safe)
    var ending = ""
    if let dot = stem.lastIndex(of: "."), dot != stem.startIndex, stem[dot...].utf8.count <= 16 {
      ending = String(stem[dot...])
      stem = String(stem[..<dot])
    }
    while stem.utf8.count > longest { stem.unicodeScalars.removeLast() }
    if stem.isEmpty { stem = "file" }
    return stem + (copy > 1 ? "-\(copy)" : "") + ending
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
    default: scalar.value > 0x7F && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
  }
}
