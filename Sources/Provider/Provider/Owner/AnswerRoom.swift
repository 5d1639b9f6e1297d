import JSON

/// How much of lists one answer to the owner holds. Whoever asks reads lines of a bounded length, and objects may be long:
/// that of an order with an invoice of the Lightning network has fifteen thousand bytes. So a list is measured in bytes as
/// they are sent, and ends before the line would be too long.
struct AnswerRoom {
  /// Half of what a line may have, so that the rest of the answer has room for certain.
  private var left = 512 << 10

  /// The first objects of a list that there is room for.
  ///
  /// - Parameter least: so many are taken in any case, so that a list in pages goes on.
  mutating func fitting<Object: Encodable>(_ objects: some Sequence<Object>, least: Int = 0) -> [Object] {
    var taken: [Object] = []
    for object in objects {
      guard let bytes = try? JSONBytesEncoder().encodeValue(object).encoded().count else { return taken }
      guard taken.count < least || bytes <= left else { return taken }
      left -= bytes
      taken.append(object)
    }
    return taken
  }
}
