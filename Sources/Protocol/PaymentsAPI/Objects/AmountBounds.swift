public import PaymentsModel

/// Amounts from a least to a most one, written `0-100`.
public struct AmountBounds: Sendable, Hashable {
  /// The least amount.
  public let least: DecimalAmount
  /// The most.
  public let most: DecimalAmount

  /// Parses `MIN-MAX`; `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.unicodeScalars.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let least = try? DecimalAmount(String(parts[0])),
      let most = try? DecimalAmount(String(parts[1]))
    else { return nil }
    self.least = least
    self.most = most
  }
}
