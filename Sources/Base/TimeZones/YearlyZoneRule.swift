/// The rule of a time zone that holds in each year, such as `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 9636, section 3.3.1).
struct YearlyZoneRule: Sendable, Hashable {
  /// A day such as the last Sunday of March, and the second of that day.
  private struct Day: Sendable, Hashable {
    let month, week, weekday, second: Int64
  }

  private let standard: Int64
  private var summer: Int64 = 0
  /// When summer time begins and ends, by the clock that holds until then; `nil` where there is none.
  private var begin, end: Day?

  /// Reads a rule; `nil` for one that cannot be read.
  init?(_ text: String) {
    var rest = text.utf8[...]
    guard Self.name(&rest), let west = Self.time(&rest) else { return nil }
    standard = -west
    guard !rest.isEmpty else { return }
    guard Self.name(&rest) else { return nil }
    summer = rest.first == UInt8(ascii: ",") ? standard + 3600 : -(Self.time(&rest) ?? 0)
    guard let begin = Self.day(&rest), let end = Self.day(&rest), rest.isEmpty else { return nil }
    (self.begin, self.end) = (begin, end)
  }

  /// The offset at a moment, in seconds to the east of UTC.
  func offset(at seconds: Int64) -> Int64 {
    guard let begin, let end else { return standard }
    let year = Self.year(ofDay: Self.quotient(seconds + standard, 86_400))
    let (from, until) = (Self.second(of: begin, year) - standard, Self.second(of: end, year) - summer)
    let isSummer = from < until ? (from..<until).contains(seconds) : !(until..<from).contains(seconds)
    return isSummer ? summer : standard
  }

  // MARK: Days

  private static func second(of day: Day, _ year: Int64) -> Int64 {
    let first = number(year, day.month)
    let next = day.month == 12 ? number(year + 1, 1) : number(year, day.month + 1)
    // The first of January 1970 was a Thursday.
    let weekday = (first + 4) - quotient(first + 4, 7) * 7
    var found = first + (day.weekday - weekday + 7) % 7 + (day.week - 1) * 7
    // The fifth is the last one, also where there are only four.
    while found >= next { found -= 7 }
    return found * 86_400 + day.second
  }

  /// The number of the first day of a month since 1970, in the Gregorian calendar.
  private static func number(_ year: Int64, _ month: Int64) -> Int64 {
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let leaps = quotient(year, 4) - quotient(year, 100) + quotient(year, 400)
    return year * 365 + leaps + (153 * month + 2) / 5 - 719_468
  }

  private static func year(ofDay day: Int64) -> Int64 {
    var year = 1970 + quotient(day * 400, 146_097)
    while number(year, 1) > day { year -= 1 }
    while number(year + 1, 1) <= day { year += 1 }
    return year
  }

  private static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
    (value - ((value % divisor) + divisor) % divisor) / divisor
  }

  // MARK: Reading

  private typealias Rest = Substring.UTF8View

  /// Takes the abbreviation of a clock, such as `CET` or `<+03>`.
  private static func name(_ rest: inout Rest) -> Bool {
    if rest.first == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let name = rest.prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    rest = rest[name.endIndex...]
    return name.count >= 3
  }

  /// Takes a time such as `-1`, `5:30` or `26`, in seconds.
  private static func time(_ rest: inout Rest) -> Int64? {
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    guard var seconds = number(&rest).map({ $0 * 3600 }) else { return nil }
    for unit in [Int64(60), 1] where rest.first == UInt8(ascii: ":") {
      rest = rest.dropFirst()
      guard let part = number(&rest) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// Takes a day such as `,M10.5.0/3`.
  private static func day(_ rest: inout Rest) -> Day? {
    guard rest.starts(with: ",M".utf8) else { return nil }
    rest = rest.dropFirst(2)
    var parts: [Int64] = []
    while let part = number(&rest) {
      parts.append(part)
      guard rest.first == UInt8(ascii: ".") else { break }
      rest = rest.dropFirst()
    }
    guard parts.count == 3, (1...12).contains(parts[0]), (1...5).contains(parts[1]), (0...6).contains(parts[2]) else {
      return nil
    }
    var second: Int64 = 7200
    if rest.first == UInt8(ascii: "/") {
      rest = rest.dropFirst()
      guard let time = time(&rest) else { return nil }
      second = time
    }
    return Day(month: parts[0], week: parts[1], weekday: parts[2], second: second)
  }

  private static func number(_ rest: inout Rest) -> Int64? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest[digits.endIndex...]
    return (1...3).contains(digits.count) ? Int64(String(decoding: Array(digits), as: UTF8.self)) : nil
  }
}
