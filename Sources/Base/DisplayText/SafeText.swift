/// Text from others made safe to show: it cannot move the cursor, change colours, or hide or reorder anything.
///
/// Names and labels are claimed by apps. Control characters are shown as the pictures of Unicode's block 2400 (`␛`);
/// bidirectional controls (UAX 9), other invisible code points, separators of lines and paragraphs, private and
/// unassigned code points are shown as `�`. Zero-width joiners and the selectors of emoji stay where a script or an
/// emoji needs them.
///
/// Its length is bounded in code points, and with it in bytes (four for each) and in columns (two for each), whatever
/// the text was made of.
public struct SafeText: Sendable, Hashable {
  /// The text to show, on one line.
  public let text: String

  /// Marks on one letter beyond which further ones are dropped.
  private static let maximumMarks = 4

  /// Makes a text safe.
  ///
  /// - Parameters:
  ///   - untrusted: the text as it came.
  ///   - limit: how many code points the safe text has at most; one that is longer ends with `…`.
  public init(_ untrusted: String, limit: Int = 500) {
    var scalars = String.UnicodeScalarView()
    var (count, marks) = (0, 0)
    // A bound on the work as well: marks that are dropped are looked at all the same.
    for scalar in untrusted.unicodeScalars.prefix(limit * 8 + 1) {
      marks = Self.isMark(scalar) ? marks + 1 : 0
      if marks > Self.maximumMarks { continue }
      guard let shown = Self.shown(scalar, after: scalars.last) else { continue }
      count += 1
      guard count <= limit else { break }
      scalars.append(shown)
    }
    if count > limit {
      scalars = String.UnicodeScalarView(scalars.prefix(max(0, limit - 1)))
      scalars.append("…")
    }
    text = String(scalars)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  /// What is shown for a code point; `nil` where nothing is.
  private static func shown(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Unicode.Scalar? {
    switch scalar.value {
    case 0..<0x20: return Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x20...0x7E: return scalar
    case 0x7F: return "\u{2421}"
    case 0x200C, 0x200D:
      // Joiners between letters of a script or parts of an emoji; after anything else they could only hide.
      guard let previous, previous.value > 0x7F, previous.value != 0xFFFD,
        previous.properties.generalCategory != .format
      else { return "\u{FFFD}" }
      return scalar
    case 0xFE0E, 0xFE0F:
      // Whether an emoji is a picture or a letter; after anything else they could only hide.
      guard let previous, previous.value > 0x7F, previous.properties.isEmoji else { return "\u{FFFD}" }
      return scalar
    case 0xE0100...0xE01EF where previous?.properties.isIdeographic == true:
      // Which of its forms an ideograph has: without it, it has the usual one.
      return nil
    case 0x2800:
      // Blank although its category says that it is not.
      return "\u{FFFD}"
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      return "\u{FFFD}"
    case .spaceSeparator: return " "
    default: return scalar.properties.isDefaultIgnorableCodePoint ? "\u{FFFD}" : scalar
    }
  }
}

extension SafeText: CustomStringConvertible {
  /// The safe text.
  public var description: String { text }
}
