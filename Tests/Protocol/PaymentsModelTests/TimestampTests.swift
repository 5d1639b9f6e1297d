import Foundation
import PaymentsModel
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0 as Int64), ("2026-03-20T11:01:25.000Z", 1_774_004_485_000),
    ("2026-03-20t11:01:25z", 1_774_004_485_000), ("2026-03-20T12:01:25+01:00", 1_774_004_485_000),
    ("2026-03-20T05:31:25-05:30", 1_774_004_485_000), ("2026-03-20T11:01:25.1Z", 1_774_004_485_100),
    ("2026-03-20T11:01:25.1239999999Z", 1_774_004_485_123), ("2024-02-29T00:00:00Z", 1_709_164_800_000),
    ("2000-02-29T12:00:00Z", 951_825_600_000), ("2016-12-31T23:59:60Z", 1_483_228_799_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("1970-01-01T01:00:00+01:00", 0),
    ("2026-03-20T11:01:25-00:00", 1_774_004_485_000),
    ("2017-01-01T00:59:60+01:00", 1_483_228_799_000), ("2016-12-31T18:59:60.5-05:00", 1_483_228_799_500),
  ])
  func `an RFC 3339 text becomes a moment`(text: String, milliseconds: Int64) throws {
    #expect(Timestamp(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2026-03-20", "2026-03-20T11:01:25", "2026-03-20 11:01:25Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-03-20T24:00:00Z",
    "2026-03-20T11:60:00Z", "2026-03-20T11:01:61Z", "2026-03-20T11:01:25.Z", "2026-03-20T11:01:25+0100",
    "2026-03-20T11:01:25+24:00", "2026-03-20T11:01:25Zx", "26-03-20T11:01:25Z", "1969-12-31T23:59:59Z",
    "1970-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "+026-03-20T11:01:25Z",
    "2026-03-20T11:01:60Z", "2016-12-31T22:59:60Z", "2016-12-30T23:59:60Z", "2016-12-31T23:59:60+01:00",
  ])
  func `anything else is none`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `every day up to the year 9999 prints as Foundation prints it, and reads back`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for day in stride(from: 0 as Int64, through: 2_932_896, by: 89) {
      let moment = Timestamp(milliseconds: day * 86_400_000 + 12_345_678)
      let text = moment.text
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
      let date = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      #expect(text == date + "T03:25:45.678Z")
      #expect(Timestamp(text) == moment)
    }
  }

  @Test func `arithmetic stays within the years that can be written`() {
    let start = Timestamp(milliseconds: 1000)
    #expect(start.advanced(by: .seconds(1.5)).milliseconds == 2500)
    #expect(start.advanced(by: .milliseconds(-1)).milliseconds == 999)
    #expect(start.advanced(by: .seconds(-2)).milliseconds == 0)
    #expect(start.advanced(by: .seconds(Int64.max)) == .maximum)
    #expect(start.advanced(by: .seconds(Int64.min)).milliseconds == 0)
    #expect(start.advanced(by: .milliseconds(Int64.max)) == .maximum)
    #expect(start.advanced(by: .seconds(9_223_372_036_854_775) + .milliseconds(900)) == .maximum)
    #expect(start.advanced(by: .seconds(2)).since(start) == .seconds(2))
  }

  @Test func `the machine's clock tells the time`() {
    #expect(SystemWallClock().now().milliseconds > 1_700_000_000_000)
  }
}
