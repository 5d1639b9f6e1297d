import TestSupport

extension SeededRandom {
  /// True so many times of a hundred.
  mutating func percent(_ share: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < share
  }

  /// One of them, where there are any.
  mutating func pick<Values: RandomAccessCollection>(_ values: Values) -> Values.Element? {
    values.randomElement(using: &self)
  }
}
