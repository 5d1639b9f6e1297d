/// Text from others made safe to show: it cannot move the cursor, change colours, or hide or reorder anything.
///
/// Names and labels are claimed by apps. Control characters are shown as the pictures of Unicode's block 2400 (`␛`);
/// bidirectional controls (UAX 9), other invisible formatting, separators of lines and paragraphs, private and
/// unassigned code points are shown as `�`. Zero-width joiners stay where a script or an emoji needs them.
public struct SafeText: Sendable, Hashable {
  /// The text to show, on one line.
  public let text: String

  /// Combining marks on one character beyond which further ones are dropped.
  private static let maximumMarks = 4

  /// Makes a text safe.
  ///
  /// - Parameters:
  ///   - untrusted: the text as it came.
  ///   - limit: how many characters are kept before `…`.
  public init(_ untrusted: String, limit: Int = 500) {
    var scalars = String.UnicodeScalarView()
    var marks = 0
    // A bound on the work as well: no character kept has more scalars than marks and joiners allow.
    for scalar in untrusted.unicodeScalars.prefix(limit * 8) {
      let isMark = Self.isMark(scalar)
      marks = isMark ? marks + 1 : 0
      if marks > Self.maximumMarks { continue }
      scalars.append(Self.shown(scalar, after: scalars.last))
    }
    let safe = String(scalars)
    text = safe.count > limit ? safe.prefix(max(0, limit - 1)) + "…" : safe
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func shown(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Unicode.Scalar {
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
    case 0x2800, 0x3164, 0x115F, 0x1160, 0xFFA0:
      // Blank although their category says that they are not.
      return "\u{FFFD}"
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      return "\u{FFFD}"
    case .spaceSeparator: return " "
    default: return scalar
    }
  }
}

extension SafeText: CustomStringConvertible {
  /// The safe text.
  public var description: String { text }
}
