/// What is accepted beyond the grammar.
public struct YAMLOptions: Sendable, Equatable {
  /// The most bytes of a text.
  public var bytes: Int
  /// The most mappings and sequences inside each other; a scalar has depth 0.
  public var depth: Int
  /// Whether `!WORD` that tags nothing is the text `!WORD`, as in `countries: [!CHN]`. Otherwise it is refused as any
  /// other tag.
  public var bareTags: Bool

  /// Options: by default 64 KiB, 32 levels and no bare tags.
  public init(bytes: Int = 65_536, depth: Int = 32, bareTags: Bool = false) {
    self.bytes = bytes
    self.depth = depth
    self.bareTags = bareTags
  }
}
