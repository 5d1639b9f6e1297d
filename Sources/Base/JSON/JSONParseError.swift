/// The reason why bytes are not one acceptable JSON text, and its position.
public struct JSONParseError: Error, Sendable, Equatable {
  /// The rule that was broken.
  public enum Kind: Sendable, Equatable {
    /// The text is empty or contains only white space.
    case empty
    /// The text ends inside a value.
    case unexpectedEnd
    /// A byte is not allowed at this position.
    case unexpectedByte(UInt8)
    /// Another character follows the value.
    case trailingContent
    /// The text starts with a byte order mark (RFC 8259 section 8.1).
    case byteOrderMark
    /// A number has a leading zero or lacks digits.
    case invalidNumber
    /// An escape is unknown, or `\u` is not followed by four hexadecimal digits.
    case invalidEscape
    /// A string contains half of a surrogate pair.
    case loneSurrogate
    /// A string contains bytes that are not UTF-8.
    case invalidUTF8
    /// A string contains an unescaped control character.
    case controlCharacter
    /// An object has two members with the same name.
    case duplicateMember
    /// Arrays and objects are nested more deeply than allowed.
    case tooDeep
    /// The text has more bytes than allowed. Nothing was parsed.
    case tooLarge
    /// The text has more values than allowed, including those inside arrays and objects.
    case tooManyValues
  }

  /// The rule that was broken.
  public let kind: Kind
  /// The position in bytes from the start.
  public let offset: Int

  /// Makes an error.
  public init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// The line and the column in the text that was parsed. Both count from 1, and the column counts bytes.
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
  /// The rule and the offset. No part of the text is included.
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
