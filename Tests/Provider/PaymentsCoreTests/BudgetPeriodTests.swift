import PaymentsCore
import PaymentsModel
import Testing

/// The clocks of Berlin in 2026 and 2027. Summer time lasts from the last Sunday in March to the last Sunday in
/// October, 01:00 UTC.
private struct Berlin: CivilCalendar {
  private func offset(at moment: Timestamp) -> Int64 {
    let summers = [("2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"), ("2027-03-28T01:00:00Z", "2027-10-31T01:00:00Z")]
    let isSummer = summers.contains { begin, end in
      guard let begin = Timestamp(begin), let end = Timestamp(end) else { return false }
      return begin <= moment && moment < end
    }
    return isSummer ? 7_200_000 : 3_600_000
  }

  func day(at moment: Timestamp) -> CivilDay {
    CivilDay(number: (moment.milliseconds + offset(at: moment)) / 86_400_000)
  }

  func start(of day: CivilDay) -> Timestamp {
    let midnight = day.number * 86_400_000
    let guess = Timestamp(milliseconds: midnight - 3_600_000)
    return Timestamp(milliseconds: midnight - offset(at: guess))
  }
}

@Suite struct BudgetPeriodTests {
  private func days(_ period: BudgetPeriod, _ year: Int64, _ month: Int64, _ day: Int64) -> String {
    let days = period.days(around: CivilDay(year: year, month: month, day: day))
    return "\(days.lowerBound)..<\(days.upperBound)"
  }

  @Test func `a day is itself`() {
    #expect(days(.day, 2026, 11, 21) == "2026-11-21..<2026-11-22")
    #expect(days(.day, 2028, 2, 29) == "2028-02-29..<2028-03-01")
  }

  @Test func `a week goes from Monday to Sunday, over the ends of months and years`() {
    #expect(days(.week, 2026, 11, 21) == "2026-11-16..<2026-11-23", "a Saturday")
    #expect(days(.week, 2026, 11, 22) == "2026-11-16..<2026-11-23", "the Sunday")
    #expect(days(.week, 2026, 11, 23) == "2026-11-23..<2026-11-30", "the Monday")
    #expect(days(.week, 2027, 1, 1) == "2026-12-28..<2027-01-04")
    #expect(days(.week, 1969, 12, 31) == "1969-12-29..<1970-01-05")
  }

  @Test func `a month has 28 to 31 days`() {
    #expect(days(.month, 2026, 2, 28) == "2026-02-01..<2026-03-01")
    #expect(days(.month, 2028, 2, 29) == "2028-02-01..<2028-03-01", "a leap year")
    #expect(days(.month, 2026, 12, 31) == "2026-12-01..<2027-01-01")
    for month: Int64 in 1...12 {
      let span = BudgetPeriod.month.days(around: CivilDay(year: 2026, month: month, day: 15))
      #expect((28...31).contains(span.upperBound.number - span.lowerBound.number))
    }
  }

  @Test func `a day of 23 hours and one of 25 are days all the same`() throws {
    let berlin = Berlin()
    let spring = CivilDay(year: 2026, month: 3, day: 29)
    let autumn = CivilDay(year: 2026, month: 10, day: 25)
    #expect(berlin.start(of: spring.advanced(by: 1)).since(berlin.start(of: spring)) == .seconds(23 * 3600))
    #expect(berlin.start(of: autumn.advanced(by: 1)).since(berlin.start(of: autumn)) == .seconds(25 * 3600))
    // The day of 25 hours ends 25 hours after its beginning, and not after 24.
    let begin = berlin.start(of: autumn)
    #expect(berlin.day(at: begin.advanced(by: .seconds(24 * 3600))) == autumn)
    #expect(berlin.day(at: begin.advanced(by: .seconds(25 * 3600))) == autumn.advanced(by: 1))
    let week = BudgetPeriod.week.days(around: autumn)
    #expect(berlin.start(of: week.upperBound).since(berlin.start(of: week.lowerBound)) == .seconds((7 * 24 + 1) * 3600))
  }
}
