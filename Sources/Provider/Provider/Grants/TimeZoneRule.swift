import PaymentsModel

/// How a zone goes on after the last change that its file lists: `CET-1CEST,M3.5.0,M10.5.0/3`, as POSIX has it and
/// RFC 8536 section 3.3.1 extends it.
struct TimeZoneRule: Sendable, Hashable {
  /// A day of the year on which the clocks are changed, and when.
  private enum Day: Hashable {
    /// The n-th (5: last) such weekday (0: Sunday) of a month.
    case weekday(month: Int64, week: Int64, weekday: Int64)
    /// The n-th day, from 1, February 29 never counted.
    case withoutLeap(Int64)
    /// The n-th day, from 0, February 29 counted.
    case ordinal(Int64)
  }

  private struct Change: Hashable {
    var day: Day
    /// Seconds after the midnight of that day, which may be negative or more than a day.
    var time: Int64 = 7200
  }

  private struct Summer: Hashable {
    var offset: Int64
    var begin: Change
    var end: Change
  }

  private let offset: Int64
  private let summer: Summer?

  /// Parses a rule; `nil` where it is none.
  init?(_ text: String) {
    var rest = Substring(text).unicodeScalars
    guard Self.name(&rest), let west = Self.time(&rest) else { return nil }
    offset = -west
    if rest.isEmpty {
      summer = nil
      return
    }
    guard Self.name(&rest) else { return nil }
    var summerOffset = offset + 3600
    if rest.first != "," {
      guard let west = Self.time(&rest) else { return nil }
      summerOffset = -west
    }
    guard let begin = Self.change(&rest), let end = Self.change(&rest), rest.isEmpty else { return nil }
    summer = Summer(offset: summerOffset, begin: begin, end: end)
  }

  /// Seconds east of UTC at a moment, in seconds since 1970-01-01T00:00:00Z.
  func offset(at moment: Int64) -> Int64 {
    guard let summer else { return offset }
    let year = CivilDate.date(daysSinceEpoch: (moment + offset).flooredQuotient(86_400)).year
    var (latest, isSummer) = (Int64.min, false)
    // A change of one year may fall into its neighbour: one at the midnight of 1 January is in the old year by the time
    // that it ends. Of two at one moment the later one of the year, or of the later year, holds.
    for year in year - 1...year + 1 {
      let begin = Self.seconds(summer.begin, year) - offset
      let end = Self.seconds(summer.end, year) - summer.offset
      let changes = begin <= end ? [(begin, true), (end, false)] : [(end, false), (begin, true)]
      for (from, becomesSummer) in changes where from <= moment && from >= latest {
        (latest, isSummer) = (from, becomesSummer)
      }
    }
    return isSummer ? summer.offset : offset
  }

  /// The change in local seconds since 1970.
  private static func seconds(_ change: Change, _ year: Int64) -> Int64 {
    let newYear = CivilDate.daysSinceEpoch(year: year, month: 1, day: 1)
    let day: Int64
    switch change.day {
    case .ordinal(let number): day = newYear + number
    case .withoutLeap(let number):
      day = newYear + number - 1 + (number > 59 && CivilDate.days(inMonth: 2, year: year) == 29 ? 1 : 0)
    case .weekday(let month, let week, let weekday):
      let first = CivilDate.daysSinceEpoch(year: year, month: month, day: 1)
      // 1970-01-01 was a Thursday.
      let firstWeekday = ((first + 4) % 7 + 7) % 7
      let inMonth = (weekday - firstWeekday + 7) % 7 + 7 * (week - 1)
      day = first + (inMonth < CivilDate.days(inMonth: month, year: year) ? inMonth : inMonth - 7)
    }
    return day * 86_400 + change.time
  }

  private static func name(_ rest: inout Substring.UnicodeScalarView) -> Bool {
    if rest.first == "<" {
      guard let end = rest.firstIndex(where: { $0 == ">" }) else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let letters = rest.prefix { $0.isASCII && $0.properties.isAlphabetic }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  private static func number(_ rest: inout Substring.UnicodeScalarView) -> Int64? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(digits.count)
    return Int64(Substring(digits))
  }

  /// `[+-]h[:m[:s]]` in seconds.
  private static func time(_ rest: inout Substring.UnicodeScalarView) -> Int64? {
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    var seconds: Int64 = 0
    var unit: Int64 = 3600
    while let value = number(&rest), value <= 167 {
      seconds += value * unit
      guard rest.first == ":", unit > 1 else { return isNegative ? -seconds : seconds }
      rest.removeFirst()
      unit /= 60
    }
    return nil
  }

  private static func change(_ rest: inout Substring.UnicodeScalarView) -> Change? {
    guard rest.popFirst() == ",", let kind = rest.first else { return nil }
    var change: Change
    if kind == "M" {
      rest.removeFirst()
      guard let month = number(&rest), (1...12).contains(month), rest.popFirst() == ".", let week = number(&rest),
        (1...5).contains(week), rest.popFirst() == ".", let weekday = number(&rest), (0...6).contains(weekday)
      else { return nil }
      change = Change(day: .weekday(month: month, week: week, weekday: weekday))
    } else {
      if kind == "J" { rest.removeFirst() }
      guard let number = number(&rest), number <= 366 else { return nil }
      change = Change(day: kind == "J" ? .withoutLeap(number) : .ordinal(number))
    }
    if rest.first == "/" {
      rest.removeFirst()
      guard let time = time(&rest) else { return nil }
      change.time = time
    }
    return change
  }
}
