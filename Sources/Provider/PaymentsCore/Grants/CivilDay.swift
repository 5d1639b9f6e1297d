package import PaymentsModel

/// A day of the owner's calendar, from one midnight to the next. It can be longer or shorter than 24 hours.
package struct CivilDay: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01 of the proleptic Gregorian calendar.
  package let number: Int64

  /// Creates the day that is `number` days after 1970-01-01.
  package init(number: Int64) { self.number = number }

  /// Creates the day of a date. A day or month outside of its range carries over into the next month or year.
  package init(year: Int64, month: Int64, day: Int64) {
    number = CivilDate.daysSinceEpoch(year: year, month: month, day: day)
  }

  /// Returns the day that is `days` days later, or earlier if `days` is negative.
  package func advanced(by days: Int64) -> CivilDay { CivilDay(number: number + days) }

  /// Orders by time.
  package static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }
}

extension CivilDay: CustomStringConvertible {
  /// The date in the form `2026-03-20`.
  package var description: String {
    let (year, month, day) = CivilDate.date(daysSinceEpoch: number)
    func padded(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(year)-\(padded(month))-\(padded(day))"
  }
}

/// Maps moments to days in the owner's time zone. It is injected, so that the rules need no knowledge of time zones.
package protocol CivilCalendar: Sendable {
  /// Returns the day that contains a moment.
  func day(at moment: Timestamp) -> CivilDay
  /// Returns the first moment of a day: midnight, or the first moment that exists if the clocks skip midnight.
  func start(of day: CivilDay) -> Timestamp
}
