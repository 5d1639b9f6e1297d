/// Untrusted text made safe to show: it cannot move the cursor, change colours, or hide or reorder anything.
///
/// Names and labels come from apps and are not trusted. Control characters are shown as the pictures of Unicode's block
/// 2400 (`␛`). Bidirectional controls (UAX 9), other invisible code points, separators of lines and paragraphs, private
/// and unassigned code points are shown as `�`. Zero-width joiners and the selectors of emoji are kept where a script
/// or an emoji needs them.
///
/// Its length is limited in code points, and therefore also in bytes (four for each) and in columns (two for each),
/// whatever the text contained.
public struct SafeText: Sendable, Hashable {
  /// The text to show, on one line.
  public let text: String

  /// The maximum number of combining marks on one letter. Further marks are dropped.
  private static let maximumMarks = 4

  /// Makes a text safe.
  ///
  /// - Parameters:
  ///   - untrusted: the text as it was received.
  ///   - limit: the maximum number of code points of the safe text; a longer text ends with `…`.
  public init(_ untrusted: String, limit: Int = 500) {
    var scalars = String.UnicodeScalarView()
    var (count, marks) = (0, 0)
    // This also limits the work, because dropped marks have to be examined too.
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

  /// The code point to show for a code point; nil to show nothing.
  private static func shown(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Unicode.Scalar? {
    switch scalar.value {
    case 0..<0x20: return Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x20...0x7E: return scalar
    case 0x7F: return "\u{2421}"
    case 0x200C, 0x200D:
      // Joiners are needed between letters of a script or parts of an emoji. After anything else they could only hide
      // something.
      guard let previous, previous.value > 0x7F, previous.value != 0xFFFD,
        previous.properties.generalCategory != .format
      else { return "\u{FFFD}" }
      return scalar
    case 0xFE0E, 0xFE0F:
      // These selectors decide whether an emoji is shown as a picture or as a letter. After anything else they could
      // only hide something.
      guard let previous, previous.value > 0x7F, previous.properties.isEmoji else { return "\u{FFFD}" }
      return scalar
    case 0xE0100...0xE01EF where previous?.properties.isIdeographic == true:
      // This selector chooses a form of an ideograph. Without it the usual form is shown.
      return nil
    case 0x2800:
      // This code point is shown as a blank although its category does not say so.
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
