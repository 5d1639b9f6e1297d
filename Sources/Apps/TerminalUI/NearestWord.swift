/// Finds the known word that somebody meant to type.
package enum NearestWord {
  /// Returns the word that is closest by edits (inserting, removing or replacing a letter, or swapping neighbours). At
  /// most a third of its letters may differ. A word that begins with the typed text is also close.
  package static func of(_ typed: String, among words: [String]) -> String? {
    let typed = Array(typed.lowercased().prefix(40))
    guard !typed.isEmpty else { return nil }
    let nearest = words.map { (word: $0, edits: edits(typed, Array($0.lowercased()))) }
      .min { ($0.edits, $0.word.count) < ($1.edits, $1.word.count) }
    if let nearest, nearest.edits <= max(1, typed.count / 3) { return nearest.word }
    let begun = words.filter { $0.lowercased().hasPrefix(String(typed)) }
    return begun.count == 1 ? begun.first : nil
  }

  /// The optimal string alignment distance.
  private static func edits(_ left: [Character], _ right: [Character]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var before: [Int] = []
    var above = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var least = min(above[column + 1] + 1, current[column] + 1, above[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      (before, above) = (above, current)
    }
    return above[right.count]
  }
}
