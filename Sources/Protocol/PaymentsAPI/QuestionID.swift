/// The identifier of a question to the owner. An app receives it and shows it in a command that the owner can copy.
public enum QuestionID {
  /// Whether a text is a valid identifier: 1 to 64 characters of `A-Z a-z 0-9 _ -`, of which the first is a letter or a
  /// digit. It is therefore one word for any shell and never an option of a program.
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
