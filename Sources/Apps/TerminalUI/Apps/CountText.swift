/// Numbers of things, for people.
package enum CountText {
  /// Returns the number with what is counted: `1 payment`, `2 payments`.
  ///
  /// - Parameters:
  ///   - one: the word for one of them.
  ///   - many: the word for several; with an `s` unless it is given.
  package static func text(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }
}
