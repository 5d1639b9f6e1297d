/// Emphasis of texts, on terminals that can show it.
package struct TextStyle: Sendable, Hashable {
  /// The meaning of a text.
  package enum Tone: Sendable, Hashable {
    case plain
    case strong
    case faint
    case good
    case warning
    case bad
  }

  private let isEnabled: Bool

  /// Creates a style with or without emphasis.
  package init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// Returns the text with its emphasis. Make the text safe first with ``SafeText``.
  package func text(_ text: String, _ tone: Tone) -> String {
    guard isEnabled, let code = Self.code(tone) else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private static func code(_ tone: Tone) -> String? {
    switch tone {
    case .plain: nil
    case .strong: "1"
    case .faint: "2"
    case .good: "32"
    case .warning: "33;1"
    case .bad: "31;1"
    }
  }
}
