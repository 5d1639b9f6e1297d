/// The number of columns that text takes in a terminal that follows Unicode's East Asian Width (UAX 11) and emoji
/// presentation.
public enum DisplayWidth {
  /// The number of columns of a text. Control characters count as 0, so untrusted text has to be made safe first.
  public static func columns(_ text: String) -> Int {
    text.reduce(0) { $0 + columns($1) }
  }

  /// The number of columns of one character (extended grapheme cluster): 0, 1 or 2.
  public static func columns(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count > 1 {
      if scalars.contains("\u{FE0F}") { return 2 }
      if isRegionalIndicator(first) { return 2 }
    }
    // Conjoined letters, such as decomposed Hangul syllables, are as wide as their widest part.
    return scalars.reduce(0) { max($0, columns($1)) }
  }

  /// The longest prefix of the text that fits into the columns. A character is never split.
  public static func prefix(_ text: String, columns limit: Int) -> Substring {
    var used = 0
    var end = text.startIndex
    while end < text.endIndex {
      used += columns(text[end])
      if used > limit { break }
      end = text.index(after: end)
    }
    return text[..<end]
  }

  /// The text, or its beginning followed by `…` if it is too wide.
  public static func truncated(_ text: String, columns limit: Int) -> String {
    guard columns(text) > limit else { return text }
    guard limit > 0 else { return "" }
    return prefix(text, columns: limit - 1) + "…"
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: return 1
    case 0..<0x20, 0x7F..<0xA0: return 0
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return scalar.value == 0xAD ? 1 : 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// Whether a code point has East Asian Width W or F in Unicode 15, or is an emoji that is shown as a picture by
  /// default. Neighbouring ranges are joined over unassigned code points.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return !isRegionalIndicator(scalar) }
    switch scalar.value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x33FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x18D00...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
      0x20000...0x2FFFD, 0x30000...0x3FFFD:
      return true
    default: return false
    }
  }
}
