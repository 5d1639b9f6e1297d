public import PaymentsModel

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
