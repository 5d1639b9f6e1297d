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
