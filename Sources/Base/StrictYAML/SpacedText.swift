/// A text in which a space was inserted after each bare tag that is followed by a bracket. It converts positions back
/// to those in the original text.
///
/// In YAML a tag ends at `]`, as in `[!CHN]`, but libyaml requires a space before the bracket.
struct SpacedText {
  private let source: SourceText
  /// For each line with inserted spaces: the sorted columns in the spaced text from which on the text is shifted.
  private var shifts: [Int: [Int]] = [:]
  /// The inserted spaces, by the position in the original text of the exclamation mark that begins the tag.
  private(set) var words: [YAMLPosition: Space]

  struct Space {
    /// The byte offset of the bracket before which the space is inserted.
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
      // Continuation bytes of a character do not count as columns.
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

  /// Sorts the columns once, because the position of every node is looked up and one line may contain all inserted
  /// spaces.
  private mutating func index() {
    shifts = Dictionary(grouping: words.keys, by: \.line).mapValues { keys in
      // Each space has already been shifted by the spaces to its left.
      keys.compactMap { words[$0]?.column }.sorted().enumerated().map { $0.element + $0.offset }
    }
  }

  var mayExplode: Bool { source.mayExplode }

  /// Whether a digit and a comma stand directly before a place of the original text, in its line.
  func isDecimalComma(before place: YAMLPosition) -> Bool {
    let lines = source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(place.line - 1), place.column > 2 else { return false }
    let before = String(decoding: lines[place.line - 1], as: UTF8.self).unicodeScalars.prefix(place.column - 1).suffix(
      2)
    guard let digit = before.first, let comma = before.last else { return false }
    return comma == "," && ("0"..."9").contains(digit)
  }

  var text: String {
    var bytes: [UInt8] = []
    let offsets = Set(words.values.map(\.offset))
    for (offset, byte) in source.bytes.enumerated() {
      if offsets.contains(offset) { bytes.append(UInt8(ascii: " ")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Removes the spaces again that were inserted after words that are not tags but part of a comment or of a text.
  mutating func keep(_ tags: Set<YAMLPosition>) {
    words = words.filter { tags.contains($0.key) }
    index()
  }

  /// Converts a position in the spaced text to the position in the original text.
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
