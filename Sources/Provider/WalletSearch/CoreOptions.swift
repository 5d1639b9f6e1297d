/// What a daemon of the Bitcoin Core family goes by: what it was started with, and what its file says. As in the daemon,
/// the command line counts more than the file, and the section of a chain more than what stands above all sections.
struct CoreOptions: Sendable {
  private var typed: [String: String] = [:]
  private var written: [String: [String: String]] = [:]

  /// Keys that a daemon which is not on the main chain reads from the section of that chain only.
  private static let ofSectionOnly: Set<String> = ["rpcport", "rpcbind", "wallet"]

  /// Reads the words of a command line, such as `-regtest` and `-rpcport=19443`. One that is no option counts for
  /// nothing.
  init(arguments: [String]) {
    for argument in arguments {
      guard let option = Self.option(argument) else { continue }
      typed[option.key] = option.value
    }
  }

  /// Adds what a file says. The first line of a key counts in a section.
  mutating func add(file: String) {
    var section = ""
    for line in file.textLines {
      let text = Self.trimmed(line.unicodeScalars.prefix { $0 != "#" })
      if text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]") {
        section = Self.trimmed(text.unicodeScalars.dropFirst().dropLast())
        continue
      }
      guard let equals = text.unicodeScalars.firstIndex(of: "=") else { continue }
      var key = Self.trimmed(text.unicodeScalars[..<equals])
      var place = section
      // A key can name its section in place of a heading, as in `regtest.rpcport`.
      if let dot = key.unicodeScalars.firstIndex(of: ".") {
        place = String(key.unicodeScalars[..<dot])
        key = String(key.unicodeScalars[key.unicodeScalars.index(after: dot)...])
      }
      let value = Self.trimmed(text.unicodeScalars[equals...].dropFirst())
      if written[place]?[key] == nil { written[place, default: [:]][key] = value }
    }
  }

  /// The value of a key on a chain; `nil` where nothing is said of it.
  func value(_ key: String, on chain: String) -> String? {
    if let value = typed[key] { return value }
    if let value = written[chain]?[key] { return value }
    guard chain == "main" || !Self.ofSectionOnly.contains(key) else { return nil }
    return written[""]?[key]
  }

  /// Whether a switch is on.
  func isOn(_ key: String, on chain: String) -> Bool {
    guard let value = value(key, on: chain) else { return false }
    return value != "0"
  }

  /// The chain by its name in the daemon: `main`, `test`, `regtest`, `signet` or another one.
  var chain: String {
    if let chain = value("chain", on: "main") { return chain }
    for (key, chain) in [("regtest", "regtest"), ("testnet", "test"), ("signet", "signet"), ("testnet4", "testnet4")]
    where isOn(key, on: "main") {
      return chain
    }
    return "main"
  }

  /// What a word of the command line says. `-noserver` means `-server=0`, and a word alone means that it is on.
  private static func option(_ argument: String) -> (key: String, value: String)? {
    guard argument.utf8.first == UInt8(ascii: "-") else { return nil }
    let word = argument.unicodeScalars.drop { $0 == "-" }
    guard let equals = word.firstIndex(where: { $0 == "=" }) else {
      let key = String(word)
      return key.utf8.starts(with: "no".utf8) ? (String(word.dropFirst(2)), "0") : (key, "1")
    }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func trimmed(_ text: some Sequence<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView(text.drop { $0.properties.isWhitespace })
    while let last = result.last, last.properties.isWhitespace { result.removeLast() }
    return String(result)
  }
}
