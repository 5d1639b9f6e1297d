import Foundation
import Testing

@testable import TimeZones

/// Files of zones that end early leave later years to a rule.
@Suite struct YearlyZoneRuleTests {
  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2050-03-27T00:59:59Z", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2050-03-27T01:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2050-10-30T00:59:59Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2050-10-30T01:00:00Z", 3600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2050-01-01T00:00:00Z", 39_600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2050-07-01T00:00:00Z", 36_000),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2050-01-01T00:00:00Z", 0),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2050-07-01T00:00:00Z", 3600),
    ("<+0530>-5:30", "2050-07-01T00:00:00Z", 19_800), ("EST5EDT,M3.2.0,M11.1.0", "2050-03-13T07:00:00Z", -14_400),
  ])
  func holds(_ text: String, _ moment: String, _ offset: Int64) throws {
    let rule = try #require(YearlyZoneRule(text))
    let date = try Date(moment, strategy: .iso8601)
    #expect(rule.offset(at: Int64(date.timeIntervalSince1970)) == offset)
  }

  @Test(arguments: [
    "", "CE", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,J60,J300",
  ])
  func whatIsNoRuleIsRefused(_ text: String) { #expect(YearlyZoneRule(text) == nil) }
}
