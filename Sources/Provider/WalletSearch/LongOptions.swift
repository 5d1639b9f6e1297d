/// What a program with long options goes by: `--key value`, `--key=value` and `--key` where it was started, `key=value` and
/// `key` in its file. The command line counts more than the file.
struct LongOptions: Sendable {
  private var values: [String: String] = [:]

  /// Reads the words of a command line.
  init(arguments: [String]) {
    for (index, argument) in arguments.enumerated() where argument.utf8.starts(with: "--".utf8) {
      let word = argument.unicodeScalars.dropFirst(2)
      if let equals = word.firstIndex(where: { $0 == "=" }) {
        values[String(word[..<equals])] = String(word[word.index(after: equals)...])
      } else {
        let next = arguments.dropFirst(index + 1).first
        values[String(word)] = next.map { $0.utf8.starts(with: "--".utf8) ? "" : $0 } ?? ""
      }
    }
  }

  /// Adds what a file says where nothing is known yet. Headings of sections, what stands after `#`, and lines that begin
  /// with `;` count for nothing.
  mutating func add(file: String) {
    for line in file.textLines {
      let text = Self.trimmed(line.unicodeScalars.prefix { $0 != "#" })
      guard let first = text.unicodeScalars.first, first != ";", first != "[" else { continue }
      let parts = text.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (key, value) = (Self.trimmed(parts[0]), parts.count == 2 ? Self.trimmed(parts[1]) : "")
      // A switch that is off says nothing.
      if values[key] == nil, value != "0", value != "false" { values[key] = value }
    }
  }

  /// The value of a key, which is empty for a switch that is on; `nil` where nothing is said of it.
  subscript(key: String) -> String? { values[key] }

  private static func trimmed(_ text: some Sequence<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView(text.drop { $0.properties.isWhitespace })
    while let last = result.last, last.properties.isWhitespace { result.removeLast() }
    return String(result)
  }
}
