public import PaymentsModel

/// The smallest and largest amount in one direction.
public struct AmountRange: Codable, Sendable, Hashable {
  /// The smallest amount.
  public var min: DecimalAmount
  /// The largest amount now.
  public var max: DecimalAmount

  /// All members; those that may be absent default to that.
  public init(min: DecimalAmount, max: DecimalAmount) {
    self.min = min
    self.max = max
  }

  private enum CodingKeys: String, CodingKey {
    case min
    case max
  }
}
