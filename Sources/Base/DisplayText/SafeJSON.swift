/// JSON text that is safe to show in a terminal: the same document with control characters and invisible characters
/// written as `\u` escapes. Programs read the same values from it.
public enum SafeJSON {
  /// The document with control, formatting, private, unassigned and invisible characters escaped; in JSON they can
  /// occur only inside strings.
  public static func text(_ document: String) -> String {
    guard document.unicodeScalars.contains(where: isUnsafe) else { return document }
    var safe = ""
    for scalar in document.unicodeScalars {
      if isUnsafe(scalar) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          safe += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value > 0x7E else { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
