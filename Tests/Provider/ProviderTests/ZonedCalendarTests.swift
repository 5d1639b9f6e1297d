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
    // Beyond the changes that the file lists, by its rule.
    #expect(start(2091, 7, 1, in: berlin) == "2091-06-30T22:00:00.000Z")
    #expect(start(2091, 1, 1, in: berlin) == "2090-12-31T23:00:00.000Z")
  }

  @Test("a midnight that the clocks skip, zones far from UTC, and summer over the new year")
  func others() throws {
    // In 2018 summer began in São Paulo at midnight: the day began at 01:00.
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

  @Test("names that are no zones, and files that are none")
  func refused() {
    for name in ["", "Nowhere/City", "/etc/passwd", "../../etc/passwd", "Europe", "Europe/Berlin\u{0}"] {
      #expect(ZonedCalendar(named: name) == nil, "\(name)")
    }
    #expect(TimeZoneFile([]) == nil)
    #expect(TimeZoneFile(Array("TZif2".utf8) + [UInt8](repeating: 255, count: 100)) == nil)
    for rule in ["", "X", "CET", "CET-1CEST", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/x"] {
      #expect(TimeZoneRule(rule) == nil, "\(rule)")
    }
    #expect(TimeZoneRule("<-03>3")?.offset(at: 0) == -10_800)
  }

  @Test("changes at the turn of the year, in whichever year they fall by the clocks of the other half")
  func newYear() throws {
    func offset(_ rule: String, _ moment: String) throws -> Int64 {
      try #require(TimeZoneRule(rule)).offset(at: try #require(Timestamp(moment)).milliseconds / 1000)
    }
    // Summer ends with the year: at the midnight of 1 January by its own clocks, an hour before by the others.
    let end = "XST-3XDT-4,M7.1.0/0,J1/0"
    #expect(try offset(end, "2025-12-31T19:59:59Z") == 14_400)
    #expect(try offset(end, "2025-12-31T20:00:00Z") == 10_800)
    #expect(try offset(end, "2025-12-31T20:59:59Z") == 10_800)
    #expect(try offset(end, "2025-12-31T21:00:00Z") == 10_800)
    #expect(try offset(end, "2026-08-01T00:00:00Z") == 14_400)
    // It begins so.
    let begin = "XST-3XDT-4,J1/0,M7.1.0/0"
    #expect(try offset(begin, "2025-12-31T20:59:59Z") == 10_800)
    #expect(try offset(begin, "2025-12-31T21:00:00Z") == 14_400)
    // It ends in the old year, by a time before midnight.
    let before = "XST-3XDT-4,M7.1.0/0,J1/-2"
    #expect(try offset(before, "2025-12-31T17:59:59Z") == 14_400)
    #expect(try offset(before, "2025-12-31T18:00:00Z") == 10_800)
    // It goes on all year, as RFC 8536 writes it: each end is the next beginning.
    for moment in ["2025-12-31T23:59:59Z", "2026-01-01T03:59:59Z", "2026-01-01T04:00:00Z", "2026-07-01T00:00:00Z"] {
      #expect(try offset("EST5EDT,0/0,J365/25", moment) == -14_400, "\(moment)")
    }
  }

  @Test("zones without changes")
  func fixed() {
    #expect(TimeZoneRule("IST-5:30")?.offset(at: 0) == 19_800)
  }
}
