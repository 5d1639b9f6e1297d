import KeyStorage
package import PaymentsModel

/// Reads one mapping of a YAML file strictly. A key that the reader does not know is refused, with its name and line.
package final class ConfigurationReader {
  private let path: String
  /// The line of the mapping.
  package let line: Int
  private var members: [String: ConfigurationNode]
  private let lines: [String: Int]
  /// The keys that were asked for, in that order, whether they are set or not.
  private var known: [String] = []

  init(_ node: ConfigurationNode, path: String) throws(ConfigurationError) {
    self.path = path
    line = node.line
    guard let members = node.members else {
      throw ConfigurationError(
        line: line, problem: "\(path.isEmpty ? "the file" : path) must be a mapping of keys to values")
    }
    self.members = members
    lines = members.mapValues(\.line)
  }

  private func name(_ key: String) -> String {
    path.isEmpty ? key : "\(path).\(key)"
  }

  private func error(_ key: String, _ problem: String) -> ConfigurationError {
    ConfigurationError(line: lines[key] ?? line, problem: "\(name(key)) \(problem)")
  }

  /// Returns the line of a key, or of the mapping if the key is not set.
  package func line(of key: String) -> Int { lines[key] ?? line }

  func take(_ key: String) -> ConfigurationNode? {
    known.append(key)
    return members.removeValue(forKey: key)
  }

  /// Reads a text, where the key is set.
  ///
  /// - Throws: ``ConfigurationError`` where it is a list or a mapping.
  package func string(_ key: String, into value: inout String) throws(ConfigurationError) {
    if let text = try text(key) { value = text }
  }

  /// A text, `nil` where the key is not set.
  package func text(_ key: String) throws(ConfigurationError) -> String? {
    guard let node = take(key) else { return nil }
    guard let text = node.text else { throw error(key, "must be a text") }
    return text
  }

  /// Reads a whole number, where the key is set.
  ///
  /// - Throws: ``ConfigurationError`` where it is none, or out of range.
  package func integer(_ key: String, _ range: ClosedRange<Int>, into value: inout Int)
    throws(ConfigurationError)
  {
    guard let node = take(key) else { return }
    guard let text = node.text, let number = Int(text), range.contains(number) else {
      throw error(key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    value = number
  }

  /// Reads `true` or `false`, where the key is set.
  ///
  /// - Throws: ``ConfigurationError`` where it is neither.
  package func boolean(_ key: String, into value: inout Bool) throws(ConfigurationError) {
    guard let node = take(key) else { return }
    guard let flag = node.flag else { throw error(key, "must be true or false") }
    value = flag
  }

  /// Reads one of the raw values of a type.
  func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ key: String, into value: inout Value
  ) throws(ConfigurationError) {
    guard let node = take(key) else { return }
    guard let text = node.text, let chosen = Value(rawValue: text) else {
      throw error(key, "must be " + Value.allCases.map(\.rawValue).joined(separator: " or "))
    }
    value = chosen
  }

  /// Reads a duration: an integer followed by `ms`, `s`, `m`, `h` or `d`, such as `15m`.
  func duration(_ key: String, into value: inout Duration) throws(ConfigurationError) {
    guard let node = take(key) else { return }
    let units: [String: Int] = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
    let bytes = (node.text ?? "").utf8
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    guard let unit = units[String(Substring(bytes.dropFirst(digits.count)))], let count = Int(Substring(digits)),
      (1...1_000_000).contains(count)
    else { throw error(key, "must be a duration such as 500ms, 30s, 15m, 24h or 7d") }
    value = .milliseconds(count * unit)
  }

  /// Reads a list of texts, where the key is set.
  ///
  /// - Throws: ``ConfigurationError`` where it is none.
  package func strings(_ key: String, into value: inout [String]) throws(ConfigurationError) {
    guard let node = take(key) else { return }
    guard let elements = node.elements else { throw error(key, "must be a list, such as [a, b]") }
    var texts: [String] = []
    for element in elements {
      guard let text = element.text else { throw error(key, "must be a list of texts") }
      texts.append(text)
    }
    value = texts
  }

  /// Reads how keys are kept.
  func keeping(_ key: String) throws(ConfigurationError) -> KeyKeeping? {
    guard let node = take(key) else { return nil }
    guard let keeping = node.text.flatMap({ KeyKeeping(rawValue: $0) }) else {
      throw error(key, "must be one of \(KeyKeeping.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return keeping
  }

  /// Reads an amount. It is parsed from the text as it was written, never by way of a floating-point number.
  package func amount(_ key: String) throws(ConfigurationError) -> DecimalAmount? {
    guard let node = take(key) else { return nil }
    guard let text = node.text, let amount = try? DecimalAmount(text) else {
      let comma = node.text?.contains(",") == true ? "; it is written with a point, not with a comma" : ""
      throw error(key, "must be an amount such as 0.5\(comma)")
    }
    return amount
  }

  /// The mapping of a key; `nil` where the key is not set.
  ///
  /// - Throws: ``ConfigurationError`` where it is no mapping.
  package func reader(_ key: String) throws(ConfigurationError) -> ConfigurationReader? {
    guard let node = take(key) else { return nil }
    return try ConfigurationReader(node, path: name(key))
  }

  /// The keys that were not taken yet, in order.
  package var remainingKeys: [String] { members.keys.sorted() }

  /// The limits of apps that the owner set none for, from the key `limits`.
  ///
  /// - Throws: ``ConfigurationError`` where something of them is wrong.
  package func limits() throws(ConfigurationError) -> LimitsSection {
    try reader("limits").map { section throws(ConfigurationError) in try LimitsSection(section, path: "limits") }
      ?? LimitsSection()
  }

  /// Refuses what nobody asked for.
  ///
  /// - Parameter renamed: What earlier versions called a key, and what it is called now.
  package func finish(renamed: [String: String] = [:]) throws(ConfigurationError) {
    guard let key = members.keys.min(by: { (lines[$0] ?? 0) < (lines[$1] ?? 0) }) else { return }
    if let word = renamed[key] { throw error(key, "is called \(word) now") }
    throw error(key, "is not a known key; known here: \(known.joined(separator: ", "))")
  }
}
