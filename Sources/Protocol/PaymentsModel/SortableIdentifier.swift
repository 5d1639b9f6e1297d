/// Identifiers of objects: a prefix, `_`, and 26 characters of `a-z2-7`, nine that carry the time in milliseconds and
/// 17 that carry 85 random bits. What is made at one time thus lies together, and the texts sort by time.
public enum SortableIdentifier {
  /// A new identifier, with the system's random number generator.
  public static func make(_ prefix: String, at time: Timestamp) -> String {
    var generator = SystemRandomNumberGenerator()
    // Numbers of 60 bits, the most significant letter first.
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

  // In the order of their bytes.
  private static let letters = Array("234567abcdefghijklmnopqrstuvwxyz".unicodeScalars)
}
