/// A balance in the form used on the wire: a decimal amount, preceded by `-` if it is negative.
public struct SignedDecimal: Sendable, Hashable {
  /// Whether the balance is below zero; false for zero.
  public let isNegative: Bool
  /// The absolute value.
  public let magnitude: DecimalAmount

  /// Makes a balance. Zero has no sign.
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
  /// A fixed text, so that amounts do not appear in logs.
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
