/// A text with a space after each bare tag that a bracket follows, and the way back to the places of the original.
///
/// YAML ends a tag at `]`, as in `[!CHN]`; libyaml wants a space first.
struct SpacedText {
  private let source: SourceText
  /// For each line with spaces, where in the spaced text they begin to move what follows: sorted columns.
  private var shifts: [Int: [Int]] = [:]
  /// The places, in the original text, of the exclamation marks of words that got a space.
  private(set) var words: [YAMLPosition: Space]

  struct Space {
    /// The offset of the bracket before which the space goes.
    let offset: Int
    /// The column of that bracket.
    let column: Int
  }

  init(_ source: SourceText, spaces: Bool) {
    self.source = source
    words = [:]
    guard spaces else { return }
    var line = 1
    var column = 0
    var start: YAMLPosition?
    for (offset, byte) in source.bytes.enumerated() {
      // Bytes that continue a character have no column.
      if byte & 0xC0 != 0x80 { column += 1 }
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        column = 0
        start = nil
      case UInt8(ascii: "!"): start = YAMLPosition(line: line, column: column)
      case UInt8(ascii: "]"):
        if let start, start.column + 1 < column { words[start] = Space(offset: offset, column: column) }
        start = nil
      default: if !SourceText.isNameByte(byte) { start = nil }
      }
    }
    index()
  }

  /// Every place is asked for, and one line can hold all spaces there are: they are put in order once.
  private mutating func index() {
    shifts = Dictionary(grouping: words.keys, by: \.line).mapValues { keys in
      // The spaces further left have moved each one already.
      keys.compactMap { words[$0]?.column }.sorted().enumerated().map { $0.element + $0.offset }
    }
  }

  var mayExplode: Bool { source.mayExplode }

  var text: String {
    var bytes: [UInt8] = []
    let offsets = Set(words.values.map(\.offset))
    for (offset, byte) in source.bytes.enumerated() {
      if offsets.contains(offset) { bytes.append(UInt8(ascii: " ")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Takes the spaces away again where the words were not tags but part of a comment or of a text.
  mutating func keep(_ tags: Set<YAMLPosition>) {
    words = words.filter { tags.contains($0.key) }
    index()
  }

  /// The place in the original of a place in the spaced text.
  func original(line: Int, column: Int) -> YAMLPosition {
    let places = shifts[line] ?? []
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if column > places[middle] { low = middle + 1 } else { high = middle }
    }
    return YAMLPosition(line: line, column: column - low)
  }
}
