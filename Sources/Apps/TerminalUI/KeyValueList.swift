/// A list of properties with a name and a value on each line. The values are aligned.
///
/// Values are made safe with ``SafeText``. A property without a value has no line.
package struct KeyValueList: Sendable {
  private var facts: [(name: String, value: String)] = []

  /// Creates an empty list.
  package init() {}

  /// Adds a property. If its value is `nil`, it is left out.
  package mutating func append(_ name: String, _ value: String?) {
    guard let value else { return }
    facts.append((name, SafeText(value, limit: 4000).text))
  }

  /// Returns the lines to write to a stream. On a terminal values are wrapped; otherwise a tab separates name and
  /// value.
  ///
  /// - Parameter margin: the number of spaces before each line, which count towards the width.
  package func lines(for terminal: Terminal, _ stream: Terminal.Stream = .output, margin: Int = 0) -> [String] {
    let lines = terminal.isTTY(stream) ? alignedLines(width: terminal.width(stream) - margin) : tabSeparatedLines()
    return lines.map { String(repeating: " ", count: margin) + $0 }
  }

  /// Returns a line for each property, with a tab between name and value.
  package func tabSeparatedLines() -> [String] {
    facts.map { "\($0.name)\t\($0.value)" }
  }

  /// Returns lines with the name, two spaces and the value. Long values are wrapped at spaces; values without spaces
  /// stay in one piece, so that they can be copied. Names are told in the language of the person; programs read them as they
  /// are.
  package func alignedLines(width: Int) -> [String] {
    let facts = facts.map { (name: localized(text: $0.name), value: $0.value) }
    let indent = (facts.map { DisplayWidth.columns($0.name) }.max() ?? 0) + 2
    return facts.flatMap { fact -> [String] in
      let room = max(20, width - indent)
      let pieces = fact.value.contains(" ") ? TableLayout.wrapped(fact.value, columns: room) : [fact.value]
      return pieces.enumerated().map { place, piece in
        let name = place == 0 ? fact.name : ""
        return name + String(repeating: " ", count: indent - DisplayWidth.columns(name)) + piece
      }
    }
  }
}
