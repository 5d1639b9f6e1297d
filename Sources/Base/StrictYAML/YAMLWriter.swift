public import JSON

/// Writes JSON values as plain YAML for people: in block style, with an indent of two spaces, with members in their
/// order, and with texts without quotes if every reader of YAML 1.1 and 1.2 takes them for texts. Parsing the result
/// gives the same value, unless a text contains a byte order mark.
public struct YAMLWriter: Sendable {
  /// Comments at the top, each of one line.
  public var heading: [String]
  /// Comments of one line that are written after the member or the element that the pointer refers to.
  public var remarks: [JSONPointer: String]

  /// Makes a writer.
  public init(heading: [String] = [], remarks: [JSONPointer: String] = [:]) {
    self.heading = heading
    self.remarks = remarks
  }

  /// The YAML text of a value, in UTF-8, with a line break at its end.
  public func encode(_ value: JSONValue) -> [UInt8] {
    var lines = heading.map { "# " + Self.oneLine($0) }
    write(value, first: "", indent: 0, at: JSONPointer(), to: &lines)
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Writes a value whose first line begins with `first`: its key or its dash.
  private func write(_ value: JSONValue, first: String, indent: Int, at pointer: JSONPointer, to lines: inout [String])
  {
    let remark = remarks[pointer].map { " # " + Self.oneLine($0) } ?? ""
    let space = first.isEmpty || first.utf8.reversed().starts(with: " ".utf8.reversed()) ? "" : " "
    switch value {
    case .object(let object) where !object.isEmpty:
      // The first member of an element is written after its dash.
      var prefix =
        first.utf8.reversed().starts(with: "- ".utf8.reversed()) && remark.isEmpty
        ? first : String(repeating: " ", count: indent)
      if !first.isEmpty, prefix != first { lines.append(Self.trimmed(first) + remark) }
      for member in object.members {
        write(
          member.value, first: prefix + Self.text(member.name) + ":", indent: indent + 2,
          at: pointer.appending(member.name), to: &lines)
        prefix = String(repeating: " ", count: indent)
      }
    case .array(let elements) where elements.contains { !Self.isScalar($0) }:
      if !first.isEmpty { lines.append(Self.trimmed(first) + remark) }
      for (index, element) in elements.enumerated() {
        write(
          element, first: String(repeating: " ", count: indent) + "- ", indent: indent + 2,
          at: pointer.appending(String(index)), to: &lines)
      }
    default: lines.append(first + space + Self.scalar(value) + remark)
    }
  }

  private static func isScalar(_ value: JSONValue) -> Bool {
    switch value {
    case .array, .object: false
    default: true
    }
  }

  private static func scalar(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): self.text(text)
    case .array(let elements): "[" + elements.map(scalar).joined(separator: ", ") + "]"
    default: value.text()
    }
  }

  private static func trimmed(_ line: String) -> String {
    line.utf8.reversed().starts(with: " ".utf8.reversed()) ? String(line.unicodeScalars.dropLast()) : line
  }

  private static func oneLine(_ remark: String) -> String {
    String(String.UnicodeScalarView(remark.unicodeScalars.map { isPrintable($0) ? $0 : " " }))
  }

  /// Writes a text as a plain scalar if that is safe, otherwise in double quotes.
  static func text(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// Whether a text may be written without quotes: it has one or a few words, or is a range of numbers such as `1-3`,
  /// and no reader takes it for another type.
  private static func isPlain(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    if parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 &- 0x30 < 10 } }) { return true }
    guard let first = text.utf8.first, (first | 0x20) &- 0x61 < 26, text.utf8.last != 0x20 else { return false }
    let words = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
    guard !words.contains(text.lowercased()) else { return false }
    return text.utf8.allSatisfy { byte in
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || [0x20, 0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default:
        if isPrintable(scalar) {
          quoted.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        }
      }
    }
    return quoted + "\""
  }

  /// Whether readers accept the scalar without an escape. All other scalars have at most four hexadecimal digits.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{2029}", "\u{FEFF}", "\u{FFFE}"..."\u{FFFF}": false
    default: true
    }
  }
}
