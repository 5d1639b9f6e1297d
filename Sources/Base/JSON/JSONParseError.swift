/// Why bytes are not one acceptable JSON text, and where.
public struct JSONParseError: Error, Sendable, Equatable {
  /// The rule that was broken.
  public enum Kind: Sendable, Equatable {
    /// There is nothing but white space.
    case empty
    /// The text ends inside a value.
    case unexpectedEnd
    /// A byte that no value, separator or literal can have here.
    case unexpectedByte(UInt8)
    /// Something follows the value.
    case trailingContent
    /// The text starts with a byte order mark (RFC 8259 section 8.1).
    case byteOrderMark
    /// A number with a leading zero, or without digits where they are needed.
    case invalidNumber
    /// An unknown escape, or `\u` without four hexadecimal digits.
    case invalidEscape
    /// Half of a surrogate pair.
    case loneSurrogate
    /// Bytes in a string that are not UTF-8.
    case invalidUTF8
    /// An unescaped control character in a string.
    case controlCharacter
    /// A member name that its object already has.
    case duplicateMember
    /// Arrays and objects nested more deeply than allowed.
    case tooDeep
    /// More bytes than allowed; nothing was read.
    case tooLarge
    /// More values than allowed, those inside of arrays and objects counted.
    case tooManyValues
  }

  /// The rule that was broken.
  public let kind: Kind
  /// Where, in bytes from the start.
  public let offset: Int

  /// Makes an error.
  public init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// The line and the column, both counted from 1 and the column in bytes, in the text that was parsed.
  public func location(in bytes: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var lineStart = 0
    for (position, byte) in bytes.prefix(offset).enumerated() where byte == UInt8(ascii: "\n") {
      line += 1
      lineStart = position + 1
    }
    return (line, min(offset, bytes.count) - lineStart + 1)
  }
}

extension JSONParseError: CustomStringConvertible {
  /// The rule and the offset; nothing of the text itself.
  public var description: String { "\(kind.summary) at byte \(offset)" }
}

extension JSONParseError.Kind {
  var summary: String {
    switch self {
    case .empty: "no JSON value"
    case .unexpectedEnd: "unexpected end"
    case .unexpectedByte: "unexpected character"
    case .trailingContent: "content after the value"
    case .byteOrderMark: "byte order mark"
    case .invalidNumber: "invalid number"
    case .invalidEscape: "invalid escape"
    case .loneSurrogate: "lone surrogate"
    case .invalidUTF8: "invalid UTF-8"
    case .controlCharacter: "unescaped control character"
    case .duplicateMember: "duplicate member name"
    case .tooDeep: "nested too deeply"
    case .tooLarge: "too large"
    case .tooManyValues: "too many values"
    }
  }
}
