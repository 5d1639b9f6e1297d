/// ECDSA over secp256k1 (SEC 1, SEC 2), the signatures of Bitcoin: whose they are, and whether they are valid.
///
/// All of it is public, so it need not take the same time for all values. Nothing here has or takes a private key.
package enum Secp256k1 {
  /// A signature of 64 bytes, r ‖ s. It has not necessarily been verified.
  package struct Signature: Hashable, Sendable {
    /// The 64 bytes.
    package let bytes: [UInt8]

    /// Makes a signature from its bytes without verifying it.
    /// - Throws: `CryptographyError.invalidLength`.
    package init(bytes: some Collection<UInt8>) throws(CryptographyError) {
      guard bytes.count == 64 else { throw .invalidLength }
      self.bytes = Array(bytes)
    }

    var r: ArraySlice<UInt8> { bytes.prefix(32) }
    var s: ArraySlice<UInt8> { bytes.suffix(32) }

    /// Whether s is not above half the order. Anybody can turn a signature with one s into one with the other, so that
    /// many readers accept only this one.
    package var hasLowS: Bool { !Self.halfOrder.lexicographicallyPrecedes(s) }

    private static let halfOrder: [UInt8] =
      [0x7F] + [UInt8](repeating: 0xFF, count: 15) + [
        0x5D, 0x57, 0x6E, 0x73, 0x57, 0xA4, 0x50, 0x1D, 0xDF, 0xE9, 0x2F, 0x46, 0x68, 0x1B, 0x20, 0xA0,
      ]
  }

  /// A public key: a point of the curve.
  package struct PublicKey: Hashable, Sendable {
    /// 33 bytes: 2 or 3 for an even or odd y, and x in big-endian order.
    package let bytes: [UInt8]

    /// Makes a key from its 33 bytes.
    /// - Throws: `CryptographyError.invalidLength`, `.invalidKey` if it is no point of the curve, `.libraryFailure`.
    package init(bytes: some Collection<UInt8>) throws(CryptographyError) {
      guard bytes.count == 33 else { throw .invalidLength }
      self.bytes = Array(bytes)
      guard try Secp256k1Calculation().isPoint(self.bytes) else { throw .invalidKey }
    }

    /// Finds the key that made a signature (SEC 1, section 4.1.6).
    ///
    /// - Parameters:
    ///   - id: which of the points with this r was meant: bit 0 is whether y is odd, bit 1 whether x is r plus the order.
    ///   - digest: the 32 bytes that were signed.
    /// - Throws: `CryptographyError.authenticationFailure` if there is no such key; `.invalidLength`, `.libraryFailure`.
    package init(recoveredFrom signature: Signature, id: UInt8, digest: [UInt8]) throws(CryptographyError) {
      guard digest.count == 32 else { throw .invalidLength }
      guard id < 4 else { throw .authenticationFailure }
      let calculation = try Secp256k1Calculation()
      let (r, s) = (try calculation.number(signature.r), try calculation.number(signature.s))
      guard calculation.isFactor(r), calculation.isFactor(s) else { throw .authenticationFailure }
      let x = id & 2 == 0 ? Array(signature.r) : try calculation.bytes(calculation.sumWithOrder(r))
      let point = [2 | id & 1] + x
      guard try calculation.isPoint(point) else { throw .authenticationFailure }
      let inverse = try calculation.inverse(r)
      let negative = try calculation.negative(calculation.product(calculation.number(digest[...]), inverse))
      bytes = try calculation.combine(generatorTimes: negative, point, times: calculation.product(s, inverse))
    }

    /// Whether the private key made this signature over these 32 bytes, with either s.
    package func isValid(_ signature: Signature, digest: [UInt8]) -> Bool {
      guard digest.count == 32 else { return false }
      do {
        let calculation = try Secp256k1Calculation()
        let (r, s) = (try calculation.number(signature.r), try calculation.number(signature.s))
        guard calculation.isFactor(r), calculation.isFactor(s) else { return false }
        let inverse = try calculation.inverse(s)
        let point = try calculation.combine(
          generatorTimes: calculation.product(calculation.number(digest[...]), inverse), bytes,
          times: calculation.product(r, inverse))
        return try calculation.isEqual(calculation.number(point.dropFirst()), r)
      } catch {
        // What cannot be calculated is not shown to be valid.
        return false
      }
    }
  }
}
