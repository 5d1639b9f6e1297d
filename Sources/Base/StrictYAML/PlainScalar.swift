import JSON

/// The value of a scalar without quotes by the core schema, YAML 1.2.2 section 10.3.2.
enum PlainScalar: Equatable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  /// A number of the core schema that JSON cannot write.
  case unwritableNumber
  case text

  init(_ text: String) {
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .bool(true)
    case "false", "False", "FALSE": self = .bool(false)
    default:
      if let number = JSONNumber(text) {
        self = .number(number)
      } else {
        self = Self.isNumber(text) ? .unwritableNumber : .text
      }
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    var rest = text[...].utf8
    if text.utf8.starts(with: "0o".utf8) { return isAll(rest.dropFirst(2)) { (0x30...0x37).contains($0) } }
    if text.utf8.starts(with: "0x".utf8) { return isAll(rest.dropFirst(2), isHexadecimalDigit) }
    if [".nan", ".NaN", ".NAN"].contains(text) { return true }
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    if [".inf", ".Inf", ".INF"].contains(String(Substring(rest))) { return true }
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: isDigit)
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return false }
    guard let exponent = rest.first else { return true }
    guard exponent | 0x20 == UInt8(ascii: "e") else { return false }
    rest.removeFirst()
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    return isAll(rest, isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isHexadecimalDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

  private static func isAll(_ bytes: some Collection<UInt8>, _ belongs: (UInt8) -> Bool) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy(belongs)
  }
}
