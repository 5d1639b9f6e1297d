import Cryptography

extension Scrypt {
  private static let most: UInt64 = 288 << 20

  /// A cost that a file asks for; `nil` if it is none, or takes so much memory or time that it could be meant as an attack.
  init?(n: UInt32, r: UInt32, p: UInt32) {
    guard n >= 1 << 10, n <= 1 << 20, n & (n - 1) == 0, (1...32).contains(r), (1...16).contains(p),
      UInt64(n) * UInt64(r) * 128 <= 256 << 20
    else { return nil }
    self.init(cost: UInt64(n), blockSize: UInt64(r), parallelization: UInt64(p), maximumMemory: Self.most)
  }

  /// N, r and p as big-endian numbers of 32 bits.
  var stored: [UInt8] {
    [cost, blockSize, parallelization].flatMap { number in
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
    }
  }

  /// Reads what ``stored`` wrote, with the same bounds.
  init?(stored: [UInt8]) {
    guard stored.count == 12 else { return nil }
    let numbers = (0..<3).map { index in stored[index * 4..<index * 4 + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    self.init(n: numbers[0], r: numbers[1], p: numbers[2])
  }
}
