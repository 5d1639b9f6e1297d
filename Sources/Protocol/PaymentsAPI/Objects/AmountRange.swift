public import PaymentsModel

/// The smallest and largest amount in one direction.
public struct AmountRange: WireObject {
  /// The smallest amount.
  public var min: DecimalAmount
  /// The largest amount at present.
  public var max: DecimalAmount

  /// Makes a value from all members; optional members default to nil.
  public init(min: DecimalAmount, max: DecimalAmount) {
    self.min = min
    self.max = max
  }
}

/// A range of amounts, written as `0-100`.
public struct AmountBounds: Sendable, Hashable {
  /// The smallest amount.
  public let least: DecimalAmount
  /// The largest amount.
  public let most: DecimalAmount

  /// Parses `MIN-MAX`; nil for any other text.
  public init?(_ text: String) {
    let parts = text.unicodeScalars.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let least = try? DecimalAmount(String(parts[0])),
      let most = try? DecimalAmount(String(parts[1]))
    else { return nil }
    self.least = least
    self.most = most
  }
}
