import ChatPayments
import TerminalUI

/// The text that presents a received or sent file to a person.
struct FileWords: Sendable, Hashable {
  /// The mark `file f1`, which is shown beside the author, where no typed text can appear and imitate it.
  let mark: String
  /// The file name that the sender gave, made safe to show, and the size.
  let facts: String
  /// The command that saves the file; `nil` for a file of this person.
  let command: String?

  /// Creates the words for a file.
  ///
  /// - Parameter number: the number with which the file is saved; `nil` for a file of this person.
  init(_ file: ChatFileInfo, number: Int?) {
    mark = number.map { localized("file f\($0)") } ?? localized("file")
    facts = "\(SafeText(file.name, limit: 80)), \(Self.size(file.size))"
    command = number.map { "/save f\($0)" }
  }

  /// The file in one line, for example `receipt.pdf, 12 kB — /save f1`.
  var line: String { [facts, command].compactMap(\.self).joined(separator: " — ") }

  /// Returns the text for a size in bytes, with decimal units.
  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: return localized("\(bytes) bytes")
    case ..<999_500: return "\((bytes + 500) / 1000) kB"
    default:
      let tenths = (bytes + 50_000) / 100_000
      return "\(tenths / 10).\(tenths % 10) MB"
    }
  }
}
