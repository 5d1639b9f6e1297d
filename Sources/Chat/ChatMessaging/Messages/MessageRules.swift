import MessagingAPI
import PaymentsAPI
import PaymentsModel

/// The rules for a request that its schema cannot express (see the chapter on messaging in the specification).
enum MessageRules {
  /// How long a message waits for consent if the app gives no time.
  static let lifetime = Duration.seconds(7 * 86_400)
  /// The longest time that an app may let a message wait for consent.
  static let longestLifetime = Duration.seconds(30 * 86_400)
  /// The largest size of one file, in bytes.
  static let largestFile = 8 << 20
  private static let largestFiles = 16 << 20
  private static let mostFiles = 8
  private static let longestText = 4000
  private static let largestText = 16 << 10
  private static let largestContext = 4096

  /// Checks the params of a request.
  ///
  /// - Throws: `invalid_params` with the member and the rule, `expired`.
  static func check(_ params: SendMessage.Params, now: Timestamp) throws(PaymentsFailure) {
    guard params.payment.isWellFormed else { throw invalid("/payment", "one of invoice_id, order_id and card") }
    try check(text: params.text)
    if let context = params.context, context.utf8.count > largestContext {
      throw invalid("/context", "at most \(largestContext) bytes")
    }
    try check(files: params.files ?? [])
    guard let expiresAt = params.expiresAt else { return }
    guard expiresAt > now else { throw PaymentsFailure(.expired, pointer: "/expires_at") }
    guard expiresAt >= now.advanced(by: .seconds(10)), expiresAt <= now.advanced(by: longestLifetime) else {
      throw invalid("/expires_at", "10 seconds to 30 days ahead")
    }
  }

  private static func check(text: String) throws(PaymentsFailure) {
    guard (1...longestText).contains(text.unicodeScalars.count), text.utf8.count <= largestText else {
      throw invalid("/text", "1 to \(longestText) code points")
    }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
    }
    guard isPlain else { throw invalid("/text", "no control characters") }
    guard text.unicodeScalars.contains(where: isVisible) else { throw invalid("/text", "something that can be seen") }
    // Every line break that some reader may honour counts, because a line that begins with `payport:` is a card in a
    // chat that carries text only.
    let lines = text.unicodeScalars.split { isLineBreak($0) }
    guard !lines.contains(where: isLink) else { throw invalid("/text", "no line that begins with payport:") }
  }

  /// Whether some reader may break a line at this character (Unicode Standard, section 5.8).
  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{A}"..."\u{D}", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  private static func isLink(_ line: Substring.UnicodeScalarView) -> Bool {
    // Invisible characters at the beginning are skipped, because they could hide a card.
    let visible = line.drop { !isVisible($0) }
    return Substring(visible.prefix(8)).lowercased() == "payport:"
  }

  /// Whether a reader can see the character.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    // U+2800, the empty Braille pattern, is blank although its general category says otherwise.
    guard scalar != "\u{2800}", !scalar.properties.isWhitespace, !scalar.properties.isDefaultIgnorableCodePoint else {
      return false
    }
    switch scalar.properties.generalCategory {
    case .format, .control, .nonspacingMark, .enclosingMark: return false
    default: return true
    }
  }

  private static func check(files: [MessageFile]) throws(PaymentsFailure) {
    guard files.count <= mostFiles else { throw invalid("/files", "at most \(mostFiles)") }
    guard Set(files.map { $0.name.lowercased() }).count == files.count else {
      throw invalid("/files", "two names for two files")
    }
    for (index, file) in files.enumerated() {
      guard MessageFile.isName(file.name) else {
        throw invalid("/files/\(index)/name", "1 to 100 of A-Z a-z 0-9 . _ -")
      }
      guard (1...largestFile).contains(file.size) else {
        throw invalid("/files/\(index)/size", "1 to \(largestFile)")
      }
      guard file.sha256.utf8.count == 43 else { throw invalid("/files/\(index)/sha256", "32 bytes in base64url") }
    }
    guard files.reduce(0, { $0 + $1.size }) <= largestFiles else {
      throw invalid("/files", "at most \(largestFiles) bytes together")
    }
  }

  private static func invalid(_ pointer: String, _ rule: String) -> PaymentsFailure {
    PaymentsFailure(.invalidParams, pointer: pointer, rule: rule)
  }
}
