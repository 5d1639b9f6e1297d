/// The label of an address: the owner's text, followed by marks.
package struct SendLabel: Sendable, Hashable {
  private static let prefix = "payport:"
  /// The highest number of marks. For an address that is paid often, the newest ones are enough.
  private static let most = 12

  private let words: [String]

  /// Reads a label as the wallet stores it.
  package init(_ label: String) {
    words = label.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
  }

  /// The marks of the label, without their prefix.
  package var marks: [String] { words.filter(Self.isMark).map { String($0.dropFirst(Self.prefix.utf8.count)) } }

  /// Returns the label with one more mark; `nil` if it already has the mark.
  package func adding(_ text: String) -> String? {
    let mark = Self.prefix + text
    guard !words.contains(mark) else { return nil }
    let own = words.filter { !Self.isMark($0) }.joined(separator: " ")
    let marks = words.filter(Self.isMark).suffix(Self.most - 1) + [mark]
    return ((own.isEmpty ? [] : [own]) + marks).joined(separator: " ")
  }

  private static func isMark(_ word: String) -> Bool { word.utf8.starts(with: prefix.utf8) }
}
