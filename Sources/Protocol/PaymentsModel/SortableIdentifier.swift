/// Identifiers of objects: a prefix, `_`, and 26 characters of `a-z2-7`. Nine of them encode the time in milliseconds,
/// and 17 encode 85 random bits. The texts sort by time, so objects made at the same time are stored next to each
/// other.
public enum SortableIdentifier {
  /// Makes a new identifier with the system's random number generator.
  public static func make(_ prefix: String, at time: Timestamp) -> String {
    var generator = SystemRandomNumberGenerator()
    // Each number has 60 bits, and its most significant letter is written first.
    let groups: [(bits: UInt64, letters: UInt64)] = [
      (UInt64(clamping: time.milliseconds), 9), (generator.next(), 12), (generator.next(), 5),
    ]
    var text = prefix + "_"
    text.reserveCapacity(prefix.utf8.count + 27)
    for group in groups {
      for place in (0..<group.letters).reversed() {
        text.unicodeScalars.append(letters[Int(group.bits >> (5 * place) & 31)])
      }
    }
    return text
  }

  // The letters are in the order of their bytes, so that texts sort like numbers.
  private static let letters = Array("234567abcdefghijklmnopqrstuvwxyz".unicodeScalars)
}
