/// SplitMix64 (Steele, Lea and Flood, 2014). A seed gives the same numbers on every machine, so that a failed run can
/// be repeated.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator.
  package init(_ seed: UInt64) { state = seed }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededRandom {
  /// Returns `true` in `share` of 100 cases.
  package mutating func percent(_ share: Int) -> Bool {
    below(100) < share
  }

  /// Returns a number from 0 to this one, without it, which is at least 1.
  package mutating func below(_ end: Int) -> Int {
    Int.random(in: 0..<end, using: &self)
  }

  /// Returns a random element; `nil` if there is none.
  package mutating func pick<Values: RandomAccessCollection>(_ values: Values) -> Values.Element? {
    values.randomElement(using: &self)
  }
}
