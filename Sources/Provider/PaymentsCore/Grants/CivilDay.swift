package import PaymentsModel

/// A day of the owner's calendar, from one midnight to the next, which need not be 24 hours.
package struct CivilDay: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01 of the proleptic Gregorian calendar.
  package let number: Int64

  /// The day so many days after 1970-01-01.
  package init(number: Int64) { self.number = number }

  /// The day of a date; a day or month outside of its range counts on into the next.
  package init(year: Int64, month: Int64, day: Int64) {
    number = CivilDate.daysSinceEpoch(year: year, month: month, day: day)
  }

  /// The day so many days later, or earlier if negative.
  package func advanced(by days: Int64) -> CivilDay { CivilDay(number: number + days) }

  /// Orders by time.
  package static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }
}

extension CivilDay: CustomStringConvertible {
  /// `2026-03-20`.
  package var description: String {
    let (year, month, day) = CivilDate.date(daysSinceEpoch: number)
    func padded(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(year)-\(padded(month))-\(padded(day))"
  }
}

/// Maps moments to the days of the owner's time zone; injected, so that the rules know no zones.
package protocol CivilCalendar: Sendable {
  /// The day that a moment falls on.
  func day(at moment: Timestamp) -> CivilDay
  /// The first moment of a day: midnight, or what comes after it where the clocks skip midnight.
  func start(of day: CivilDay) -> Timestamp
}
