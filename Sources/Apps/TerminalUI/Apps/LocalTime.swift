package import PaymentsModel
import Platform

/// Moments in the time zone of the process, as people write and read them.
package enum LocalTime {
  /// The moment as `2026-01-31 12:00:05 CET`, in the time zone of the process.
  package static func text(_ moment: Timestamp) -> String {
    guard let parts = parts(of: moment) else { return moment.text }
    return "\(day(parts)) \(timeOfDay(parts)):\(two(parts.tm_sec)) \(zone(parts))"
  }

  /// The moment to the minute, for tables: `2026-01-31 12:00 CET`.
  package static func short(_ moment: Timestamp) -> String {
    guard let parts = parts(of: moment) else { return moment.text }
    return "\(day(parts)) \(timeOfDay(parts)) \(zone(parts))"
  }

  /// `11:01`.
  package static func timeOfDay(_ moment: Timestamp) -> String { parts(of: moment).map(timeOfDay) ?? "" }

  /// `11:01:25`, for a log that people watch while it is written.
  package static func secondOfDay(_ moment: Timestamp) -> String {
    parts(of: moment).map { "\(timeOfDay($0)):\(two($0.tm_sec))" } ?? ""
  }

  private static func day(_ parts: tm) -> String {
    "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }

  /// The abbreviation of the zone, such as `CET`. Zones without one have their distance from UTC, such as `UTC+03`.
  private static func zone(_ parts: tm) -> String {
    guard let name = parts.tm_zone.map({ String(cString: $0) }), !name.isEmpty else { return "UTC" }
    return name.hasPrefix("+") || name.hasPrefix("-") ? "UTC\(name)" : SafeText(name, limit: 10).text
  }

  private static func timeOfDay(_ parts: tm) -> String { "\(two(parts.tm_hour)):\(two(parts.tm_min))" }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func parts(of moment: Timestamp) -> tm? {
    var seconds = time_t(moment.milliseconds / 1000)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? nil : parts
  }

  /// The moment that the owner named: a local date, with a time of day or without, a moment in UTC, or how long ago.
  package static func parse(_ text: String, now: Timestamp) -> Timestamp? {
    if let moment = Timestamp(text) { return moment }
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), (1...1_000_000).contains(count)
    {
      return Timestamp(milliseconds: now.milliseconds - count * unit * 1000)
    }
    let halves = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    guard (1...2).contains(halves.count), let day = numbers(halves[0], "-"), day.count == 3,
      (1970...9999).contains(day[0]), (1...12).contains(day[1]), (1...31).contains(day[2])
    else { return nil }
    var hour: [Int32] = [0, 0, 0]
    if halves.count == 2 {
      guard let given = numbers(halves[1], ":"), (2...3).contains(given.count), given[0] < 24,
        given.dropFirst().allSatisfy({ $0 < 60 })
      else { return nil }
      hour.replaceSubrange(0..<given.count, with: given)
    }
    var parts = tm()
    parts.tm_year = day[0] - 1900
    parts.tm_mon = day[1] - 1
    parts.tm_mday = day[2]
    parts.tm_hour = hour[0]
    parts.tm_min = hour[1]
    parts.tm_sec = hour[2]
    // Whether daylight saving holds then is for the system to know.
    parts.tm_isdst = -1
    let seconds = mktime(&parts)
    // A day that the month does not have comes back as one of the next month.
    guard parts.tm_mday == day[2] else { return nil }
    return Timestamp(milliseconds: Int64(seconds) * 1000)
  }

  private static func numbers(_ text: Substring, _ separator: Character) -> [Int32]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    // A number alone would take a sign too.
    let numbers = parts.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int32($0) : nil }
    return numbers.count == parts.count ? numbers : nil
  }
}
