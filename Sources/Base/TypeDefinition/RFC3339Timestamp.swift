/// The syntax and the calendar of RFC 3339 section 5.6 `date-time`.
enum RFC3339Timestamp {
  static func isValid(_ text: String) -> Bool {
    let result = text.utf8.withContiguousStorageIfAvailable { isValid($0) }
    return result ?? Array(text.utf8).withUnsafeBufferPointer { isValid($0) }
  }

  private static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var reader = Reader(text: text)
    guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2), reader.take("-"),
      let day = reader.digits(2), reader.take("T") || reader.take("t"), let hour = reader.digits(2),
      reader.take(":"), let minute = reader.digits(2), reader.take(":"), let second = reader.digits(2),
      (1...12).contains(month), (1...days(month, year)).contains(day), hour <= 23, minute <= 59, second <= 60
    else { return false }
    if reader.take("."), !reader.skipDigits() { return false }
    guard let offset = reader.offset(), reader.isAtEnd else { return false }
    return second < 60 || isLeapSecond(year: year, month: month, day: day, minute: hour * 60 + minute - offset)
  }

  /// Whether a second 60 is possible at this time. Leap seconds are inserted at the end of a month in UTC (RFC 3339
  /// section 5.7); `minute` may belong to the day before or after. It is not checked whether that month had a leap
  /// second, because future ones are not known.
  private static func isLeapSecond(year: Int, month: Int, day: Int, minute: Int) -> Bool {
    switch minute {
    case 23 * 60 + 59: day == days(month, year)
    case -1: day == 1
    case 47 * 60 + 59: day == days(month, year) - 1
    default: false
    }
  }

  private static func days(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private struct Reader {
    let text: UnsafeBufferPointer<UInt8>
    var position = 0

    init(text: UnsafeBufferPointer<UInt8>) {
      self.text = text
    }

    var isAtEnd: Bool { position == text.count }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard position < text.count, UInt32(text[position]) == scalar.value else { return false }
      position += 1
      return true
    }

    mutating func digits(_ count: Int) -> Int? {
      guard position + count <= text.count else { return nil }
      var value = 0
      for byte in text[position..<position + count] {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
      }
      position += count
      return value
    }

    mutating func skipDigits() -> Bool {
      let start = position
      while position < text.count, text[position] &- UInt8(ascii: "0") < 10 { position += 1 }
      return position > start
    }

    /// Reads the offset in minutes east of UTC.
    mutating func offset() -> Int? {
      if take("Z") || take("z") { return 0 }
      let sign: Int
      if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
      guard let hours = digits(2), take(":"), let minutes = digits(2), hours <= 23, minutes <= 59 else { return nil }
      return sign * (hours * 60 + minutes)
    }
  }
}
