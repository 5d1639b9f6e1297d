import ChatPayments
import TerminalUI

/// A file that somebody sent, in words.
struct FileWords: Sendable, Hashable {
  /// What stands where the program says who has written, so that no typed text can pass for a file: `file f1`.
  let mark: String
  /// What its sender calls it, made safe, and its size.
  let facts: String
  /// How it is saved; nil for one's own.
  let command: String?

  /// - Parameter number: the one under which it is saved; nil for one's own.
  init(_ file: ChatFileInfo, number: Int?) {
    mark = number.map { "file f\($0)" } ?? "file"
    facts = "\(SafeText(file.name, limit: 80)), \(Self.size(file.size))"
    command = number.map { "/save f\($0)" }
  }

  /// `receipt.pdf, 12 kB — /save f1`.
  var line: String { [facts, command].compactMap(\.self).joined(separator: " — ") }

  /// As people say sizes, by thousands.
  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: return "\(bytes) bytes"
    case ..<999_500: return "\((bytes + 500) / 1000) kB"
    default:
      let tenths = (bytes + 50_000) / 100_000
      return "\(tenths / 10).\(tenths % 10) MB"
    }
  }
}
