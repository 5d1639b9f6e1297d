/// A number of 128 bits. It is kept as two words because of the compiler's fault with large values.
struct TwoWords: Sendable, Hashable {
  private let high, low: UInt64

  init(_ value: UInt128) {
    high = UInt64(truncatingIfNeeded: value >> 64)
    low = UInt64(truncatingIfNeeded: value)
  }

  var value: UInt128 { UInt128(high) << 64 | UInt128(low) }
}
