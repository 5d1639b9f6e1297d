/// A JSON number that keeps its source text exactly, so that no digit of a large id or decimal is lost.
///
/// Numbers are equal if their texts are equal: `1`, `1.0` and `1e0` are three different numbers here.
public struct JSONNumber: Sendable, Hashable {
  /// Canonical integers of at most 18 digits are stored as integers. Everything else, including `-0`, is stored as
  /// text.
  enum Storage: Sendable, Hashable {
    case integer(Int64)
    case text(String)
  }

  let storage: Storage

  init(storage: Storage) {
    self.storage = storage
  }

  /// Makes a number from an integer of any width.
  public init<Integer: FixedWidthInteger>(_ value: Integer) {
    if let small = Int64(exactly: value), small > -Self.smallBound, small < Self.smallBound {
      storage = .integer(small)
    } else {
      storage = .text(String(value))
    }
  }

  /// Makes a number from its JSON text; nil if the text is not exactly one RFC 8259 number.
  public init?(_ text: String) {
    var text = text
    let parsed = text.withUTF8 { utf8 -> JSONNumber? in
      var scanner = JSONScanner(UnsafeRawBufferPointer(utf8), maximumDepth: 0)
      guard let number = try? scanner.number(), scanner.isAtEnd else { return nil }
      return number
    }
    guard let parsed else { return nil }
    self = parsed
  }

  /// Makes a number from a finite floating-point value, in its shortest exact form; nil for infinities and NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    storage = .text(value.description)
  }

  /// 10^18. All integers nearer to zero have at most 18 digits, so each value has exactly one text.
  static let smallBound: Int64 = 1_000_000_000_000_000_000

  /// The number exactly as it was written.
  public var text: String {
    switch storage {
    case .integer(let value): String(value)
    case .text(let text): text
    }
  }

  /// The exact integer; nil if the number is written with a fraction or an exponent, or does not fit.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    switch storage {
    case .integer(let value): Integer(exactly: value)
    case .text(let text): Integer(text)
    }
  }

  /// The nearest double; nil if the magnitude is too large for a finite double.
  public var double: Double? {
    switch storage {
    case .integer(let value): return Double(value)
    case .text(let text):
      guard let value = Double(text), value.isFinite else { return nil }
      return value
    }
  }

  /// The mathematical value if it is a whole number within 64 bits, however it is written: `1.0` and `10e-1` are 1.
  public var wholeValue: Int64? {
    switch storage {
    case .integer(let value): value
    case .text(let text): Self.wholeValue(of: text)
    }
  }

  private static func wholeValue(of text: String) -> Int64? {
    var digits: [UInt8] = []
    var negative = false
    var fraction = 0
    var exponent = 0
    var exponentIsNegative = false
    var part = 0
    for byte in text.utf8 {
      switch (byte, part) {
      case (UInt8(ascii: "."), _): part = 1
      case (UInt8(ascii: "e"), _), (UInt8(ascii: "E"), _): part = 2
      case (UInt8(ascii: "-"), 2): exponentIsNegative = true
      case (UInt8(ascii: "-"), _): negative = true
      case (UInt8(ascii: "+"), _): break
      case (let digit, 2): exponent = min(exponent * 10 + Int(digit & 0x0f), 1 << 40)
      case (let digit, _):
        fraction += part
        digits.append(digit & 0x0f)
      }
    }
    var scale = (exponentIsNegative ? -exponent : exponent) - fraction
    while digits.last == 0 {
      digits.removeLast()
      scale += 1
    }
    guard !digits.isEmpty else { return 0 }
    let significant = digits.drop { $0 == 0 }
    guard scale >= 0, scale <= 18, significant.count <= 19 else { return nil }
    var value: Int64 = 0
    for digit in significant + repeatElement(0, count: scale) {
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      // The value is accumulated as a negative number, so that the smallest integer fits.
      let (next, underflow) = shifted.subtractingReportingOverflow(Int64(digit))
      if overflow || underflow { return nil }
      value = next
    }
    if negative { return value }
    let (positive, overflow) = (0 as Int64).subtractingReportingOverflow(value)
    return overflow ? nil : positive
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  /// Makes a number from an integer.
  public init(integerLiteral value: Int64) { self.init(value) }
}

extension JSONNumber: CustomDebugStringConvertible {
  /// The text of the number.
  public var debugDescription: String { text }
}
