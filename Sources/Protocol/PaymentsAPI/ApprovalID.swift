/// The name of a question to the owner, as an app is told it and shows it in a command to copy.
public enum ApprovalID {
  /// Whether a text can be one: 1 to 64 of `A-Z a-z 0-9 _ -`, the first a letter or a digit, so that it is one word to
  /// any shell and no option of a program.
  public static func isWellFormed(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (1...64).contains(bytes.count), let first = bytes.first, isAlphanumeric(first) else { return false }
    return bytes.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
