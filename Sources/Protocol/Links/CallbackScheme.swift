/// A URL scheme that may lead back to an app: one in the form of a reverse domain name, such as `chat.simplex.app`.
///
/// The form is what tells an app's own scheme from those of browsers, systems and other programs, which are single
/// words (`https`, `applescript`, `vscode`, `ms-msdt`) and too many to be listed.
public struct CallbackScheme: Sendable, Hashable {
  /// The scheme, without the colon.
  public let text: String

  /// The most characters, all of which are ASCII.
  public static let maximumLength = 64

  /// A scheme; nil where the text is none of that form: two or more labels of `a-z 0-9 -` with a `.` between each two,
  /// all of which begin with a letter and none of which ends with `-`.
  public init?(_ text: String) {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.maximumLength, labels.count >= 2, labels.allSatisfy(Self.isLabel) else { return nil }
    self.text = text
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    guard let first = label.first, isLetter(first), label.last != UInt8(ascii: "-") else { return false }
    return label.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
