public import PaymentsModel

/// The beginning or the end of a statement's period: a date, which means the first moment of that day in the owner's
/// time zone, or a moment.
public enum StatementBound: Sendable, Hashable {
  /// A date, as the number of days since 1970-01-01.
  case day(Int64)
  /// An exact moment.
  case moment(Timestamp)

  /// Parses a date such as `2026-03-01` or a timestamp by RFC 3339; nil if the text is neither.
  public init?(_ text: String) {
    if let moment = Timestamp(text) {
      self = .moment(moment)
    } else if text.utf8.count == 10, let midnight = Timestamp(text + "T00:00:00Z") {
      self = .day(midnight.milliseconds / 86_400_000)
    } else {
      return nil
    }
  }

  /// The text on the wire.
  public var text: String {
    switch self {
    case .day(let number): String(Timestamp(milliseconds: number * 86_400_000).text.unicodeScalars.prefix(10))
    case .moment(let moment): moment.text
    }
  }
}

extension StatementBound: Codable {
  /// Decodes the text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = StatementBound(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither a date nor a timestamp")
    }
    self = value
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension StatementBound {
  /// The bounds of a month such as `2026-03` or of a year such as `2026`; nil if the text is neither.
  public static func period(_ text: String) -> (from: StatementBound, to: StatementBound)? {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let year = number(parts[0], digits: 4), (1970...9998).contains(year) else { return nil }
    func first(_ year: Int64, _ month: Int64) -> StatementBound {
      .day(CivilDate.daysSinceEpoch(year: year, month: month, day: 1))
    }
    if parts.count == 1 { return (first(year, 1), first(year + 1, 1)) }
    guard parts.count == 2, let month = number(parts[1], digits: 2), (1...12).contains(month) else { return nil }
    return (first(year, month), month == 12 ? first(year + 1, 1) : first(year, month + 1))
  }

  /// Parses a number with a fixed count of digits. `Int64` alone would accept a sign.
  private static func number(_ bytes: Substring.UTF8View, digits: Int) -> Int64? {
    guard bytes.count == digits, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(Substring(bytes))
  }
}

extension StatementFormat {
  /// The extensions of files that name a form, for people: `.pdf, .csv, …`.
  public static var fileExtensions: String { allCases.map { "." + $0.fileExtension }.joined(separator: ", ") }

  /// The form that matches the extension of a file name; nil if there is none.
  public init?(fileName: String) {
    guard
      let format = Self.allCases.first(where: {
        fileName.lowercased().utf8.reversed().starts(with: ("." + $0.fileExtension).utf8.reversed())
      })
    else {
      return nil
    }
    self = format
  }
}
