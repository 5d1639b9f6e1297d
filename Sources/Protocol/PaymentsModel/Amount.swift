/// A quantity of one currency in its atomic units (piconero, litoshi): never negative, never rounded.
///
/// Arithmetic is checked: an overflow is an error of the caller's input, not a trap. The description is redacted;
/// use ``text(decimals:)`` where a person or the wire is to see the value.
public struct Amount: Sendable, Hashable, Comparable {
  /// The number of atomic units.
  public let atomicUnits: UInt128

  /// No money.
  public static let zero = Amount(atomicUnits: 0)

  /// An amount of so many atomic units.
  public init(atomicUnits: UInt128) {
    self.atomicUnits = atomicUnits
  }

  /// The amount that a decimal text of the currency's unit names.
  ///
  /// - Parameters:
  ///   - decimal: the text, as it came over the wire or from a person.
  ///   - decimals: how many decimal places the currency has (12 for XMR, 8 for LTC).
  /// - Throws: ``AmountError/tooManyDecimals(allowed:)`` where a digit would be lost, ``AmountError/tooLarge``.
  public init(_ decimal: DecimalAmount, decimals: Int) throws(AmountError) {
    guard decimal.scale <= decimals else { throw .tooManyDecimals(allowed: decimals) }
    var units = decimal.coefficient
    for _ in decimal.scale..<decimals {
      let (product, overflow) = units.multipliedReportingOverflow(by: 10)
      guard !overflow else { throw .tooLarge }
      units = product
    }
    atomicUnits = units
  }

  /// The sum, or ``AmountError/tooLarge``.
  public func adding(_ other: Amount) throws(AmountError) -> Amount {
    let (sum, overflow) = atomicUnits.addingReportingOverflow(other.atomicUnits)
    guard !overflow else { throw .tooLarge }
    return Amount(atomicUnits: sum)
  }

  /// The difference, or `nil` where the other amount is the larger one.
  public func subtracting(_ other: Amount) -> Amount? {
    guard other.atomicUnits <= atomicUnits else { return nil }
    return Amount(atomicUnits: atomicUnits - other.atomicUnits)
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
  /// Redacted: amounts do not appear in logs.
  public var description: String { "‹amount›" }
}

/// Why a text or a sum is not an amount.
public enum AmountError: Error, Sendable, Equatable {
  /// Not of the form `0`, `12` or `0.5`: signs, exponents, separators and empty parts are refused.
  case malformed
  /// The text has more decimal places than the currency.
  case tooManyDecimals(allowed: Int)
  /// The value does not fit 128 bits of atomic units.
  case tooLarge
}
