import TestSupport

extension SeededRandom {
  /// Returns `true` in `share` of 100 cases.
  mutating func percent(_ share: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < share
  }

  /// Returns a random element; `nil` if there is none.
  mutating func pick<Values: RandomAccessCollection>(_ values: Values) -> Values.Element? {
    values.randomElement(using: &self)
  }
}
