/// A quantity of one currency in its atomic units (piconero, litoshi). It is never negative and never rounded.
///
/// Arithmetic is checked: an overflow is reported as an error and does not trap. The description is redacted;
/// ``text(decimals:)`` gives the value for people and for the wire.
public struct Amount: Sendable, Hashable, Comparable {
  private let units: TwoWords
  /// The number of atomic units.
  public var atomicUnits: UInt128 { units.value }

  /// An amount of zero.
  public static let zero = Amount(atomicUnits: 0)

  /// Makes an amount from a number of atomic units.
  public init(atomicUnits: UInt128) {
    units = TwoWords(atomicUnits)
  }

  /// Converts a decimal value in the currency's unit to an amount.
  ///
  /// - Parameters:
  ///   - decimal: the decimal value, as received over the wire or from a person.
  ///   - decimals: the number of decimal places of the currency (12 for XMR, 8 for LTC).
  /// - Throws: ``AmountError/tooManyDecimals(allowed:)`` if a digit would be lost, ``AmountError/tooLarge``.
  public init(_ decimal: DecimalAmount, decimals: Int) throws(AmountError) {
    guard decimal.scale <= decimals else { throw .tooManyDecimals(allowed: decimals) }
    var units = decimal.coefficient
    for _ in decimal.scale..<decimals {
      let (product, overflow) = units.multipliedReportingOverflow(by: 10)
      guard !overflow else { throw .tooLarge }
      units = product
    }
    self.init(atomicUnits: units)
  }

  /// Returns the sum. Throws ``AmountError/tooLarge`` on overflow.
  public func adding(_ other: Amount) throws(AmountError) -> Amount {
    let (sum, overflow) = atomicUnits.addingReportingOverflow(other.atomicUnits)
    guard !overflow else { throw .tooLarge }
    return Amount(atomicUnits: sum)
  }

  /// Returns the difference, or nil if the other amount is larger.
  public func subtracting(_ other: Amount) -> Amount? {
    guard other.atomicUnits <= atomicUnits else { return nil }
    return Amount(atomicUnits: atomicUnits - other.atomicUnits)
  }

  /// Returns one of the parts into which this amount is divided, such as a payment's share of the fee of a transaction
  /// that makes several payments. The shares add up to the amount exactly and differ by at most one atomic unit; the
  /// larger ones come first, so that share 0 is never smaller than another one.
  ///
  /// - Parameters:
  ///   - index: the number of the share, from 0.
  ///   - count: the number of shares, at least 1.
  public func share(_ index: Int, of count: Int) -> Amount {
    let (whole, rest) = atomicUnits.quotientAndRemainder(dividingBy: UInt128(max(count, 1)))
    return Amount(atomicUnits: index < rest ? whole + 1 : whole)
  }

  /// The value as a decimal in the currency's unit, without trailing zeros.
  public func decimal(decimals: Int) -> DecimalAmount {
    DecimalAmount(coefficient: atomicUnits, scale: decimals)
  }

  /// The canonical decimal text in the currency's unit, such as `0.5`.
  public func text(decimals: Int) -> String {
    decimal(decimals: decimals).text
  }

  /// Orders by quantity.
  public static func < (left: Amount, right: Amount) -> Bool {
    left.atomicUnits < right.atomicUnits
  }
}

extension Amount: CustomStringConvertible {
  /// A fixed text, so that amounts do not appear in logs.
  public var description: String { "‹amount›" }
}

/// The reason why a text or a sum is not an amount.
public enum AmountError: Error, Sendable, Equatable {
  /// The text does not have the form `0`, `12` or `0.5`. Signs, exponents, separators and empty parts are refused.
  case malformed
  /// The text has more decimal places than the currency.
  case tooManyDecimals(allowed: Int)
  /// The value does not fit into 128 bits of atomic units.
  case tooLarge
}
