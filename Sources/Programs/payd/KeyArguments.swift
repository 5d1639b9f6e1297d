/// Keys of apps among the arguments. One key in 64 begins with a hyphen, and would be taken for options: `-h…` even for
/// a request for help.
enum KeyArguments {
  /// The arguments with `key:` before each whole key, and each fingerprint with its spaces, that begins with a hyphen.
  /// The beginning of a key may be an option too, and stays as it is: who means it writes `key:` before it.
  static func marked(_ arguments: [String]) -> [String] {
    arguments.map { isKey($0) ? "key:" + $0 : $0 }
  }

  private static func isKey(_ argument: String) -> Bool {
    guard argument.hasPrefix("-") else { return false }
    let groups = argument.split(separator: " ", omittingEmptySubsequences: false)
    let isBase64URL = groups.joined().utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let isWhole = groups.count == 1 && argument.utf8.count == 43
    let isFingerprint = groups.count >= 2 && groups.allSatisfy { $0.utf8.count == 4 }
    return isBase64URL && (isWhole || isFingerprint)
  }
}
