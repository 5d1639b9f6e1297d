/// The name under which a file of somebody else's is written: theirs, with nothing in it that leads elsewhere, hides,
/// or means anything to a shell.
enum SavedFileName {
  private static let longest = 120

  /// The name of the `copy`-th try: `receipt.pdf`, `receipt-2.pdf`, …
  static func make(of name: String, copy: Int = 1) -> String {
    let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map(Substring.UnicodeScalarView.init)
    var safe = String.UnicodeScalarView()
    for scalar in (last ?? Substring.UnicodeScalarView()).prefix(1000) {
      safe.append(isPlain(scalar) ? scalar : "_")
    }
    // A name that begins with a dot is hidden, one with a hyphen is an option.
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
