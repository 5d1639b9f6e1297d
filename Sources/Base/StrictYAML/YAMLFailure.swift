/// A place in a YAML text.
public struct YAMLPosition: Sendable, Hashable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// For messages: `line 3, column 9`.
  public var description: String { "line \(line), column \(column)" }
}

/// Why bytes are not one acceptable YAML document, and where.
public struct YAMLFailure: Error, Sendable, Hashable {
  /// The rule that was broken.
  public enum Kind: Sendable, Hashable {
    /// More bytes than allowed; nothing was read.
    case tooLarge(limit: Int)
    /// Bytes that are not UTF-8.
    case notUTF8
    /// The text starts with a byte order mark, or has one inside, escaped or not.
    case byteOrderMark
    /// A control character other than tab and line feed (or carriage return and line feed), or U+2028 or U+2029, which
    /// only some readers take for line breaks.
    case controlCharacter
    /// No YAML; what the parser says, which never contains text of the document.
    case syntax(String)
    /// There is no document, or nothing in it.
    case empty
    /// A second document.
    case severalDocuments
    /// Mappings and sequences nested more deeply than allowed.
    case tooDeep(limit: Int)
    /// An anchor or an alias.
    case anchor
    /// A tag other than those of the core schema, or a core one on something else.
    case tag
    /// The key `<<`, which merges mappings in some readers and not in others.
    case mergeKey
    /// A key that is no text.
    case keyNotText
    /// Two keys that are the same; the place is the first one's.
    case duplicateKey
    /// A number in a form that JSON does not have, such as `.5`, `+1`, `007`, `0x1f` or `.inf`.
    case number
  }

  /// The rule that was broken.
  public let kind: Kind
  /// Where.
  public let position: YAMLPosition

  /// Makes a failure.
  public init(_ kind: Kind, at position: YAMLPosition) {
    self.kind = kind
    self.position = position
  }
}

extension YAMLFailure: CustomStringConvertible {
  /// The place and the rule, for people; nothing of the text itself.
  public var description: String { "\(position): \(kind.summary)" }
}

extension YAMLFailure.Kind {
  /// The rule for people; nothing of the text itself.
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
    case .duplicateKey: "the key is there twice"
    case .number: "write the number in plain decimals, such as 0.5, or put it in quotes if it is a text"
    }
  }
}
