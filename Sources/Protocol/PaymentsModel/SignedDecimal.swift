/// A balance as the wire carries it: a decimal amount, with `-` before it where it is below zero.
public struct SignedDecimal: Sendable, Hashable {
  /// Whether it is below zero; never of zero itself.
  public let isNegative: Bool
  /// How far it is from zero.
  public let magnitude: DecimalAmount

  /// A balance; zero has no sign.
  public init(isNegative: Bool, magnitude: DecimalAmount) {
    self.isNegative = isNegative && magnitude.coefficient != 0
    self.magnitude = magnitude
  }

  /// Parses the text.
  ///
  /// - Throws: ``AmountError/malformed`` or ``AmountError/tooLarge``.
  public init(_ text: String) throws(AmountError) {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let magnitude = try DecimalAmount(isNegative ? String(text.unicodeScalars.dropFirst()) : text)
    guard !isNegative || magnitude.coefficient != 0 else { throw .malformed }
    self.init(isNegative: isNegative, magnitude: magnitude)
  }

  /// The canonical text, such as `-0.5`.
  public var text: String { (isNegative ? "-" : "") + magnitude.text }
}

extension SignedDecimal: CustomStringConvertible {
  /// Redacted: amounts do not appear in logs.
  public var description: String { "‹balance›" }
}

extension SignedDecimal: Codable {
  /// Decodes the decimal string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(text)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "not a decimal balance", underlyingError: error))
    }
  }

  /// Encodes the canonical decimal string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
