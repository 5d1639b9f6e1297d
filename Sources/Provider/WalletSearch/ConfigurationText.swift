import BuiltInWallets
import JSON
package import Provider
import StrictYAML

/// The text of a configuration file, in which wallets are replaced and added, and nothing else is touched that its owner
/// wrote.
package struct ConfigurationText: Sendable, Hashable {
  /// The text.
  package private(set) var text: String

  /// The text of a file that exists.
  package init(_ text: String) { self.text = text }

  /// The text of a new file.
  ///
  /// - Parameter heading: comments at its top, each of one line.
  package init(heading: [String], wallets: [FoundWallet]) {
    text = String(decoding: YAMLWriter(heading: heading).encode(Self.list(wallets)), as: UTF8.self)
  }

  /// Puts wallets at the head of the list, and takes out what the file has for the same currencies, and made-up money.
  ///
  /// - Parameter configured: the wallets that the file has now, in their order.
  /// - Returns: whether it could. Where the list is not written with one dash for each wallet, as in braces, nothing has
  ///   changed.
  package mutating func put(_ wallets: [FoundWallet], into configured: [any WalletSection]) -> Bool {
    var lines = text.textLines
    let added = String(decoding: YAMLWriter().encode(Self.list(wallets)), as: UTF8.self).textLines.dropLast()
    guard let list = lines.firstIndex(where: { $0.utf8.starts(with: "wallets:".utf8) }) else {
      if lines.last?.isEmpty == true { lines.removeLast() }
      text = (lines + added).joined(separator: "\n") + "\n"
      return true
    }
    guard let (dash, entries) = Self.entries(of: lines, after: list), entries.count == configured.count else {
      return false
    }
    let codes = Set(wallets.map(\.currency))
    for (entry, section) in zip(entries, configured).reversed()
    where section.isMadeUp || !codes.isDisjoint(with: section.currencyCodes) {
      lines.removeSubrange(entry)
    }
    // The writer puts dashes after two spaces.
    let moved = added.dropFirst().map { String(repeating: " ", count: dash) + $0.unicodeScalars.dropFirst(2).text }
    lines.insert(contentsOf: moved, at: list + 1)
    text = lines.joined(separator: "\n")
    return true
  }

  /// The lines of each wallet in a list, and the number of spaces before their dashes; `nil` if the line of the list has
  /// more than its name, or there is no dash.
  private static func entries(of lines: [String], after list: Int) -> (dash: Int, entries: [Range<Int>])? {
    guard isBlank(lines[list].unicodeScalars.dropFirst("wallets:".utf8.count).text) else { return nil }
    let end = lines[(list + 1)...].firstIndex { !isBlank($0) && indent($0) == 0 && !isDash($0, at: 0) } ?? lines.count
    let inside = lines[(list + 1)..<end]
    guard let first = inside.firstIndex(where: { !isBlank($0) }) else { return nil }
    let dash = indent(lines[first])
    let starts = inside.indices.filter { isDash(lines[$0], at: dash) }
    let entries = zip(starts, starts.dropFirst() + [end]).map { start, next in
      // Comments and empty lines before the next dash are not of this wallet.
      var last = next
      while last > start + 1, isBlank(lines[last - 1]) { last -= 1 }
      return start..<last
    }
    return starts.isEmpty ? nil : (dash, entries)
  }

  private static func isDash(_ line: String, at indent: Int) -> Bool {
    self.indent(line) == indent && line.utf8.dropFirst(indent).starts(with: "- ".utf8)
  }

  /// Whether a line is empty or has a comment only.
  private static func isBlank(_ line: String) -> Bool {
    let rest = line.utf8.drop { $0 == UInt8(ascii: " ") }
    return rest.isEmpty || rest.first == UInt8(ascii: "#")
  }

  private static func indent(_ line: String) -> Int { line.utf8.prefix { $0 == UInt8(ascii: " ") }.count }

  private static func list(_ wallets: [FoundWallet]) -> JSONValue {
    ["wallets": .array(wallets.map { .object($0.configured.written) })]
  }
}

extension Sequence<Unicode.Scalar> {
  fileprivate var text: String { String(String.UnicodeScalarView(self)) }
}
