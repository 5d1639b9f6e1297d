import Foundation
import TestSupport
import Testing

@testable import TimeZones

@Suite struct SystemZoneTests {
  private let folder = "/usr/share/zoneinfo/"

  /// Prints each zone with the moments at which its clocks change, and the offsets before and after, from 1910 to 2100.
  private static let oracle = """
    import datetime, zoneinfo
    first, last, step = -1_893_456_000, 4_102_444_800, 1_300_000
    utc = datetime.timezone.utc
    for name in sorted(zoneinfo.available_timezones()):
        if name.startswith(("right/", "posix/")) or name in ("localtime", "posixrules", "Factory"):
            continue
        zone = zoneinfo.ZoneInfo(name)
        def offset(moment):
            return int(datetime.datetime.fromtimestamp(moment, utc).astimezone(zone).utcoffset().total_seconds())
        found, before, moment = [], offset(first), first
        while moment < last:
            low, moment = moment, moment + step
            after = offset(moment)
            if after != before:
                high = moment
                while high - low > 1:
                    middle = (low + high) // 2
                    low, high = (middle, high) if offset(middle) == before else (low, middle)
                found.append(f"{high} {before} {offset(high)}")
                moment, before = high, offset(high)
        print(name, offset(first), *found)
    """

  /// Python reads the same files with code of its own.
  @Test func allZonesAreAsPythonHasThem() async throws {
    let run = try await ChildProcess.run("/usr/bin/python3", ["-c", Self.oracle], within: .seconds(300))
    #expect(run.exit == .code(0), "\(run.error)")
    try #require(run.output.count > 300, "this machine has no zones; on Debian they are in the package tzdata")
    for line in run.output {
      let words = line.split(separator: " ")
      let zone = try #require(SystemZone(named: String(words[0])), "\(line)")
      let numbers = try words.dropFirst().map { try #require(Int64($0)) }
      #expect(zone.secondsFromUTC(at: -1_893_456_000) == numbers[0], "\(words[0])")
      var wrong: [Int64] = []
      for index in stride(from: 1, to: numbers.count, by: 3) {
        let (moment, before, after) = (numbers[index], numbers[index + 1], numbers[index + 2])
        if zone.secondsFromUTC(at: moment - 1) != before || zone.secondsFromUTC(at: moment) != after {
          wrong.append(moment)
        }
      }
      #expect(wrong == [], "\(words[0])")
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
