/// Facts about one thing, a name and a value per line, the values aligned.
///
/// Values are made safe (``SafeText``); absent ones leave no line.
package struct KeyValueList: Sendable {
  private var facts: [(name: String, value: String)] = []

  /// An empty list.
  package init() {}

  /// Adds a fact; one whose value is `nil` is left out.
  package mutating func append(_ name: String, _ value: String?) {
    guard let value else { return }
    facts.append((name, SafeText(value, limit: 4000).text))
  }

  /// The lines to write to a stream: values wrapped on a TTY, a tab between name and value otherwise.
  ///
  /// - Parameter margin: spaces before each line, which the width counts too.
  package func lines(for terminal: Terminal, _ stream: Terminal.Stream = .output, margin: Int = 0) -> [String] {
    let lines = terminal.isTTY(stream) ? alignedLines(width: terminal.width(stream) - margin) : tabSeparatedLines()
    return lines.map { String(repeating: " ", count: margin) + $0 }
  }

  /// A line per fact, a tab between name and value.
  package func tabSeparatedLines() -> [String] {
    facts.map { "\($0.name)\t\($0.value)" }
  }

  /// Name, two spaces, value; long values go on below where they have spaces, other ones stay whole to be copied.
  package func alignedLines(width: Int) -> [String] {
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
