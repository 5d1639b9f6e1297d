public import JSON

/// One YAML document parsed as JSON. It supports the part of YAML 1.2 that is JSON in another syntax.
///
/// Plain scalars are resolved by the core schema (YAML 1.2.2 section 10.3): `true`, `false`, `null` and numbers have
/// their usual meaning; everything else is text, including `yes` and `no`. Numbers keep the digits that were typed. The
/// reader refuses duplicate keys, anchors and aliases, tags beyond the core schema, merge keys, keys that are not
/// texts, a second document, encodings other than UTF-8 without byte order mark, and control characters that are not
/// escaped.
public struct YAMLDocument: Sendable {
  /// The content of the document.
  public let value: JSONValue
  private let positions: [JSONPointer: YAMLPosition]

  /// Parses one document.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - options: limits and extensions.
  /// - Throws: ``YAMLFailure`` with the first broken rule and its place.
  public init(parsing bytes: [UInt8], options: YAMLOptions = YAMLOptions()) throws(YAMLFailure) {
    let source = try SourceText(bytes, limit: options.bytes)
    var reader = NodeReader(options: options, spaced: SpacedText(source, spaces: options.bareTags))
    value = try reader.read()
    positions = reader.positions
  }

  /// The position of a part of the value: that of the key for a member, and that of the first character for an element
  /// and for the whole document; nil if there is no such part.
  public func position(of pointer: JSONPointer) -> YAMLPosition? { positions[pointer] }
}

/// The limits and extensions of the YAML parser.
public struct YAMLOptions: Sendable, Equatable {
  /// The maximum size of a text in bytes.
  public var bytes: Int
  /// The maximum nesting depth of mappings and sequences; a scalar has depth 0.
  public var depth: Int
  /// Whether `!WORD` without a value is read as the text `!WORD`, as in `countries: [!CHN]`. Otherwise it is refused
  /// like any other tag.
  public var bareTags: Bool

  /// Makes options. The defaults are 64 KiB, 32 levels and no bare tags.
  public init(bytes: Int = 65_536, depth: Int = 32, bareTags: Bool = false) {
    self.bytes = bytes
    self.depth = depth
    self.bareTags = bareTags
  }
}
