/// A position in a YAML text.
public struct YAMLPosition: Sendable, Hashable, CustomStringConvertible {
  /// The line, counted from 1.
  public let line: Int
  /// The column in Unicode scalars, counted from 1.
  public let column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The text for messages, such as `line 3, column 9`.
  public var description: String { "line \(line), column \(column)" }
}

/// The reason why bytes are not one acceptable YAML document, and its position.
public struct YAMLFailure: Error, Sendable, Hashable {
  /// The rule that was broken.
  public enum Kind: Sendable, Hashable {
    /// The text has more bytes than allowed. Nothing was parsed.
    case tooLarge(limit: Int)
    /// The text contains bytes that are not UTF-8.
    case notUTF8
    /// The text begins with a byte order mark or contains one, escaped or not.
    case byteOrderMark
    /// The text contains a control character other than tab and line feed (or carriage return and line feed), or U+2028
    /// or U+2029, which only some readers treat as line breaks.
    case controlCharacter
    /// The text is not YAML. The value is the parser's message, which never contains text of the document.
    case syntax(String)
    /// There is no document, or the document is empty.
    case empty
    /// There is a second document.
    case severalDocuments
    /// Mappings and sequences are nested more deeply than allowed.
    case tooDeep(limit: Int)
    /// The text contains an anchor or an alias.
    case anchor
    /// The text contains a tag that is not in the core schema, or a core tag on a value of another type.
    case tag
    /// The text contains the key `<<`, which merges mappings in some readers and not in others.
    case mergeKey
    /// A key is not a text.
    case keyNotText
    /// Between braces, a number with a decimal comma, whose digits after the comma are read as a key.
    case decimalComma
    /// Two keys are equal. The position is that of the first one.
    case duplicateKey
    /// A number is written in a form that JSON does not have, such as `.5`, `+1`, `007`, `0x1f` or `.inf`.
    case number
  }

  /// The rule that was broken.
  public let kind: Kind
  /// The position.
  public let position: YAMLPosition

  /// Makes a failure.
  public init(_ kind: Kind, at position: YAMLPosition) {
    self.kind = kind
    self.position = position
  }
}

extension YAMLFailure: CustomStringConvertible {
  /// The position and the rule, for people. No part of the text is included.
  public var description: String { "\(position): \(kind.summary)" }
}

extension YAMLFailure.Kind {
  /// The rule, for people. No part of the text is included.
  public var summary: String {
    switch self {
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .notUTF8: "not UTF-8"
    case .byteOrderMark: "a byte order mark"
    case .controlCharacter: "a control character"
    case .syntax(let problem): problem
    case .empty: "nothing in the file"
    case .severalDocuments: "a second document"
    case .tooDeep(let limit): "nested more than \(limit) levels deep"
    case .anchor: "anchors and aliases are not allowed"
    case .tag: "this tag is not allowed"
    case .mergeKey: "the merge key << is not allowed"
    case .keyNotText: "a key must be a text"
    case .decimalComma: "a number is written with a point, such as 1.5, and not with a comma"
    case .duplicateKey: "the key is there twice"
    case .number: "write the number in plain decimals, such as 0.5, or put it in quotes if it is a text"
    }
  }
}
