import Foundation
import Testing

@testable import TimeZones

@Suite struct SystemZoneTests {
  private let folder = "/usr/share/zoneinfo/"

  /// A moment a month, for 230 years, and those around each change of the clocks that Foundation knows.
  @Test func allZonesAreAsFoundationHasThem() throws {
    let names = TimeZone.knownTimeZoneIdentifiers.filter { FileManager.default.fileExists(atPath: folder + $0) }
    try #require(names.count > 300, "this machine has no zones; on Debian they are in the package tzdata")
    for name in names {
      let zone = try #require(SystemZone(named: name), "\(name)")
      let foreign = try #require(TimeZone(identifier: name))
      var moments = stride(from: Int64(-2_208_988_800), to: 5_000_000_000, by: 2_600_000).map(\.self)
      var change = Date(timeIntervalSince1970: 1_500_000_000)
      for _ in 0..<40 {
        guard let next = foreign.nextDaylightSavingTimeTransition(after: change) else { break }
        change = next
        let second = Int64(next.timeIntervalSince1970)
        moments += [second - 1, second]
      }
      let wrong = moments.first { moment in
        let date = Date(timeIntervalSince1970: Double(moment))
        return zone.secondsFromUTC(at: moment) != foreign.secondsFromGMT(for: date)
      }
      #expect(wrong == nil, "\(name)")
    }
  }

  @Test(arguments: [
    "", "Nowhere/City", "/etc/passwd", "../Europe/Berlin", "Europe", "Europe/Berlin\u{0}", "Europe/Berlin ", "UTC+1",
    "leapseconds",
  ])
  func whatTheSystemDoesNotHaveIsRefused(_ name: String) { #expect(SystemZone(named: name) == nil) }

  /// A file that is cut anywhere, or whose bytes are others, is no zone or another one, and ends nothing.
  @Test func brokenFilesAreHarmless() throws {
    let file = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "Europe/Berlin")))
    #expect(ZoneRules(file)?.offset(at: 1_790_000_000) == 7200)
    for length in file.indices { _ = ZoneRules(Array(file[..<length]))?.offset(at: 1_790_000_000) }
    for index in file.indices {
      var bytes = file
      bytes[index] ^= 0xFF
      _ = ZoneRules(bytes)?.offset(at: 1_790_000_000)
    }
  }
}
