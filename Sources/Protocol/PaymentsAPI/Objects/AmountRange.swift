public import PaymentsModel

/// The smallest and largest amount in one direction.
public struct AmountRange: WireObject {
  /// The smallest amount.
  public var min: DecimalAmount
  /// The largest amount at present.
  public var max: DecimalAmount

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(min: DecimalAmount, max: DecimalAmount) {
    self.min = min
    self.max = max
  }
}
