/// A URL scheme that may be used to return to an app. It must have the form of a reverse domain name, such as
/// `chat.simplex.app`.
///
/// This form distinguishes an app's own scheme from those of browsers, systems and other programs. These are single
/// words (`https`, `applescript`, `vscode`, `ms-msdt`) and too many to be listed.
public struct CallbackScheme: Sendable, Hashable {
  /// The scheme, without the colon.
  public let text: String

  /// The maximum number of characters, all of which are ASCII.
  public static let maximumLength = 64

  /// Makes a scheme; nil if the text does not have this form: two or more labels of `a-z 0-9 -`, separated by `.`. Each
  /// label begins with a letter and does not end with `-`.
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
