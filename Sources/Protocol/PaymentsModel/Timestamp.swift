/// A moment in UTC with millisecond precision; on the wire an RFC 3339 string such as `2026-03-20T11:01:25.000Z`.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let milliseconds: Int64

  /// Makes the moment with this number of milliseconds since the epoch.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Makes the moment with this number of seconds since the epoch, or the nearest one within the four-digit years.
  public init(seconds: Int64) { self = Timestamp(milliseconds: 0).advanced(by: .seconds(seconds)) }

  /// The latest moment with a four-digit year, the limit of RFC 3339.
  public static let maximum = Timestamp(milliseconds: 253_402_300_799_999)

  /// The moment later by a duration, or earlier if it is negative. The result stays within the four-digit years.
  public func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let (added, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    let (sum, carriedAgain) = milliseconds.addingReportingOverflow(added)
    if overflow || carried || carriedAgain {
      return seconds < 0 ? Timestamp(milliseconds: 0) : Self.maximum
    }
    return Timestamp(milliseconds: min(max(sum, 0), Self.maximum.milliseconds))
  }

  /// The duration from another moment to this one.
  public func since(_ other: Timestamp) -> Duration {
    .milliseconds(milliseconds) - .milliseconds(other.milliseconds)
  }

  /// Orders by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Timestamp: CustomStringConvertible {
  /// The RFC 3339 text with milliseconds, in UTC.
  public var description: String { text }

  /// The RFC 3339 text with milliseconds, in UTC. For a moment outside the four-digit years it is the nearest one
  /// inside.
  public var text: String {
    let moment = min(max(milliseconds, 0), Self.maximum.milliseconds)
    let days = moment / 86_400_000
    let inDay = moment - days * 86_400_000
    let (year, month, day) = CivilDate.date(daysSinceEpoch: days)
    // Each order and event contains several timestamps, so the text is written directly into its final storage.
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var end = 0
      func append(_ value: Int64, width: Int, separator: UInt8) {
        var rest = value
        for position in (end..<end + width).reversed() {
          buffer[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        buffer[end + width] = separator
        end += width + 1
      }
      append(year, width: 4, separator: UInt8(ascii: "-"))
      append(month, width: 2, separator: UInt8(ascii: "-"))
      append(day, width: 2, separator: UInt8(ascii: "T"))
      append(inDay / 3_600_000, width: 2, separator: UInt8(ascii: ":"))
      append(inDay / 60_000 % 60, width: 2, separator: UInt8(ascii: ":"))
      append(inDay / 1000 % 60, width: 2, separator: UInt8(ascii: "."))
      append(inDay % 1000, width: 3, separator: UInt8(ascii: "Z"))
      return end
    }
  }

  /// Parses an RFC 3339 date-time with any offset. Digits beyond milliseconds are cut off, and a leap second is treated
  /// as the second before it. Returns nil for any other text, and for a second 60 that is not the last second of a
  /// month in UTC (RFC 3339 section 5.7), because it cannot be a leap second.
  public init?(_ text: String) {
    var reader = DigitReader(text)
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
      let day = reader.number(2), reader.skip("T") || reader.skip("t"), let hour = reader.number(2),
      reader.skip(":"), let minute = reader.number(2), reader.skip(":"), let second = reader.number(2)
    else { return nil }
    guard (1...12).contains(month), (1...CivilDate.days(inMonth: month, year: year)).contains(day), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    var fraction: Int64 = 0
    if reader.skip(".") {
      guard let value = reader.milliseconds() else { return nil }
      fraction = value
    }
    guard let offset = reader.offset(), reader.atEnd else { return nil }
    let days = CivilDate.daysSinceEpoch(year: year, month: month, day: day)
    let minutes = days * 1440 + hour * 60 + minute - offset
    if second == 60 {
      // A leap second is possible if the following minute is the first of a month.
      let next = minutes + 1
      guard next % 1440 == 0, CivilDate.date(daysSinceEpoch: next / 1440).day == 1 else { return nil }
    }
    let seconds = minutes * 60 + min(second, 59)
    let value = seconds * 1000 + fraction
    guard value >= 0, value <= Self.maximum.milliseconds else { return nil }
    self.init(milliseconds: value)
  }
}

extension Timestamp: Codable {
  /// Decodes an RFC 3339 string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Timestamp(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 date-time")
    }
    self = value
  }

  /// Encodes the RFC 3339 string in UTC.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// Reads the fixed-width parts of an RFC 3339 text.
private struct DigitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var atEnd: Bool { position == bytes.count }

  mutating func number(_ width: Int) -> Int64? {
    guard position + width <= bytes.count else { return nil }
    var value: Int64 = 0
    for byte in bytes[position..<position + width] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    position += width
    return value
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  mutating func milliseconds() -> Int64? {
    var value: Int64 = 0
    var digits = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      if digits < 3 { value = value * 10 + Int64(bytes[position] - 0x30) }
      digits += 1
      position += 1
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 3)..<3 { value *= 10 }
    return value
  }

  /// Reads the offset in minutes east of UTC.
  mutating func offset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let east = skip("+")
    guard east || skip("-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    return (east ? 1 : -1) * (hours * 60 + minutes)
  }
}
