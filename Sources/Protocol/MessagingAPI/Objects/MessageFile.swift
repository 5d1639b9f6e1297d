public import PaymentsAPI

/// A file that is sent with a message. It must be in the app's folder when the message is sent.
public struct MessageFile: WireObject {
  /// The name of the file, in the folder and for the recipient: 1 to 100 characters of `A-Z a-z 0-9 . _ -`, of which
  /// the first is not `.`.
  public var name: String
  /// Its size in bytes.
  public var size: Int
  /// The SHA-256 of its bytes in base64url.
  public var sha256: String

  /// Makes a value from all members.
  public init(name: String, size: Int, sha256: String) {
    self.name = name
    self.size = size
    self.sha256 = sha256
  }

  /// Whether a text is a valid file name.
  public static func isName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (1...100).contains(bytes.count), bytes.first != UInt8(ascii: ".") else { return false }
    return bytes.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || ".-_".utf8.contains($0)
    }
  }
}
