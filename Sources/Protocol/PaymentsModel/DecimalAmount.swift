/// An amount in the form used on the wire: a decimal string in the currency's unit, such as `"0.5"`.
///
/// The grammar is `(0|[1-9][0-9]*)(\.[0-9]+)?`, without sign, exponent and separator. The allowed number of decimal
/// places depends on the currency and is checked by the conversion to an ``Amount``. Two texts with the same value are
/// equal (`"1.50"` and `"1.5"`), and the canonical text has no trailing zeros.
public struct DecimalAmount: Sendable, Hashable {
  /// The digits without the point; the value is `coefficient / 10^scale`.
  public var coefficient: UInt128 { digits.value }
  private let digits: TwoWords
  /// The number of decimal places, trailing zeros removed.
  public let scale: Int

  /// The maximum length of a text. It limits the work of the parser.
  public static let maximumLength = 80

  /// Makes the amount `coefficient / 10^scale` in its shortest form.
  public init(coefficient: UInt128, scale: Int) {
    var coefficient = coefficient
    var scale = max(scale, 0)
    while scale > 0, coefficient % 10 == 0 {
      coefficient /= 10
      scale -= 1
    }
    digits = TwoWords(coefficient)
    self.scale = scale
  }

  /// Parses a decimal text.
  ///
  /// - Throws: ``AmountError/malformed`` or ``AmountError/tooLarge``.
  public init(_ text: String) throws(AmountError) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.maximumLength else { throw .malformed }
    let point = bytes.firstIndex(of: UInt8(ascii: "."))
    let whole = bytes[..<(point ?? bytes.endIndex)]
    let fraction = point.map { bytes[($0 + 1)...] } ?? []
    guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else { throw .malformed }
    guard point == nil || !fraction.isEmpty else { throw .malformed }
    let significant = fraction.lastIndex { $0 != UInt8(ascii: "0") }.map { fraction[...$0] } ?? []
    guard (whole + fraction).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw .malformed
    }
    var value: UInt128 = 0
    for digit in whole + significant {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt128(digit - UInt8(ascii: "0")))
      guard !overflow, !carry else { throw .tooLarge }
      value = sum
    }
    self.init(coefficient: value, scale: significant.count)
  }

  /// The canonical text, such as `0.5`.
  public var text: String {
    let digits = String(coefficient)
    guard scale > 0 else { return digits }
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return padded.dropLast(scale) + "." + padded.suffix(scale)
  }
}

extension DecimalAmount {
  /// The amount with its currency, such as `0.5 LTC`, to be shown to a person.
  public func text(in currency: String) -> String { "\(text) \(currency)" }
}

extension DecimalAmount: CustomStringConvertible {
  /// A fixed text, so that amounts do not appear in logs; ``text(in:)`` is for people.
  public var description: String { "‹amount›" }
}

extension DecimalAmount: Codable {
  /// Decodes the decimal string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(text)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "not a decimal amount", underlyingError: error))
    }
  }

  /// Encodes the canonical decimal string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
