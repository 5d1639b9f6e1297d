import PaymentsCore
import PaymentsModel
import Testing

@testable import Provider

@Suite("Days of time zones")
struct ZonedCalendarTests {
  private func calendar(_ name: String) throws -> ZonedCalendar {
    try #require(ZonedCalendar(named: name), "this machine has no zone \(name)")
  }

  private func start(_ year: Int64, _ month: Int64, _ day: Int64, in calendar: ZonedCalendar) -> String {
    calendar.start(of: CivilDay(year: year, month: month, day: day)).text
  }

  @Test("a day has 23 or 25 hours where the clocks change")
  func berlin() throws {
    let berlin = try calendar("Europe/Berlin")
    #expect(start(2026, 3, 29, in: berlin) == "2026-03-28T23:00:00.000Z")
    #expect(start(2026, 3, 30, in: berlin) == "2026-03-29T22:00:00.000Z")
    #expect(start(2026, 10, 25, in: berlin) == "2026-10-24T22:00:00.000Z")
    #expect(start(2026, 10, 26, in: berlin) == "2026-10-25T23:00:00.000Z")
    // Far ahead, by the rule that holds now.
    #expect(start(2091, 7, 1, in: berlin) == "2091-06-30T22:00:00.000Z")
    #expect(start(2091, 1, 1, in: berlin) == "2090-12-31T23:00:00.000Z")
  }

  @Test("a midnight that the clocks skip, zones far from UTC, and summer over the new year")
  func others() throws {
    // In 2018 summer time began in São Paulo at midnight, so that the day began at 01:00.
    #expect(start(2018, 11, 4, in: try calendar("America/Sao_Paulo")) == "2018-11-04T03:00:00.000Z")
    #expect(start(2026, 6, 1, in: try calendar("Pacific/Kiritimati")) == "2026-05-31T10:00:00.000Z")
    #expect(start(2026, 6, 1, in: try calendar("Pacific/Niue")) == "2026-06-01T11:00:00.000Z")
    #expect(start(2060, 1, 1, in: try calendar("Pacific/Auckland")) == "2059-12-31T11:00:00.000Z")
    #expect(start(2060, 7, 1, in: try calendar("Pacific/Auckland")) == "2060-06-30T12:00:00.000Z")
    #expect(start(2026, 6, 1, in: .utc) == "2026-06-01T00:00:00.000Z")
  }

  @Test(
    "each moment belongs to the day that began last",
    arguments: ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Casablanca"])
  func roundTrip(zone: String) throws {
    let calendar = try calendar(zone)
    let first = CivilDay(year: 2025, month: 1, day: 1)
    for offset in Int64(0)..<800 {
      let day = first.advanced(by: offset)
      let start = calendar.start(of: day)
      #expect(calendar.day(at: start) == day)
      #expect(calendar.day(at: Timestamp(milliseconds: start.milliseconds - 1)) == day.advanced(by: -1))
    }
  }

  @Test("names that are no zones")
  func refused() {
    for name in [
      "", "Nowhere/City", "/etc/passwd", "../../etc/passwd", "Europe", "Europe/Berlin\u{0}", "UTC+1", "GMT-3", "+0300",
    ] {
      #expect(ZonedCalendar(named: name) == nil, "\(name)")
    }
  }

  @Test("zones without changes")
  func fixed() throws {
    let moment = try #require(Timestamp("2026-07-01T00:00:00Z"))
    #expect(try calendar("Asia/Kolkata").secondsFromUTC(at: moment) == 19_800)
    #expect(try calendar("America/Sao_Paulo").secondsFromUTC(at: moment) == -10_800)
  }
}
