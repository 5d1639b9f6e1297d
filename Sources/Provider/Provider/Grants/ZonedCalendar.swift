// The zones of the system are in Foundation, not in FoundationEssentials.
import Foundation
import PaymentsCore
import PaymentsModel
import Platform
import Statements

/// The calendar of a time zone.
struct ZonedCalendar: StatementZone {
  private enum Zone: Sendable {
    case utc
    case named(TimeZone)
    /// The one that the C library has for this process.
    case process
  }

  /// UTC.
  static let utc = ZonedCalendar(zone: .utc, name: "UTC")

  /// The name of the zone for people.
  let name: String
  private let zone: Zone

  private init(zone: Zone, name: String) {
    self.zone = zone
    self.name = name
  }

  /// The zone of that name, such as `Europe/Berlin`; `nil` where the system knows none.
  init?(named name: String) {
    if name == "UTC" {
      self = .utc
      return
    }
    // Foundation makes zones of text such as `UTC+1` too, and gives them another name; it reads no further than a NUL.
    guard !name.utf8.contains(0), let zone = TimeZone(identifier: name), zone.identifier == name else { return nil }
    self.init(zone: .named(zone), name: name)
  }

  /// Returns the zone of this machine: the one that `TZ` names, or else `/etc/localtime`; `nil` if it cannot be
  /// determined.
  static func system() -> ZonedCalendar? {
    guard let value = getenv("TZ") else { return ZonedCalendar(ofProcessFrom: "/etc/localtime") }
    let text = String(cString: value)
    let name = text.utf8.starts(with: ":".utf8) ? String(text.unicodeScalars.dropFirst()) : text
    if name.isEmpty { return .utc }
    return name.utf8.starts(with: "/".utf8) ? ZonedCalendar(ofProcessFrom: name) : ZonedCalendar(named: name)
  }

  /// The zone of this process, which the C library reads from a file. Its name is what the file, or what it is a link
  /// to, is called among the system's zones.
  private init?(ofProcessFrom path: String) {
    guard access(path, R_OK) == 0 else { return nil }
    tzset()
    let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? path
    let parts = target.unicodeScalars.split(separator: "/").map(String.init)
    let folder = parts.lastIndex { $0 == "zoneinfo" }
    self.init(zone: .process, name: folder.map { parts[($0 + 1)...].joined(separator: "/") } ?? "local time")
  }

  func secondsFromUTC(at moment: Timestamp) -> Int64 { offset(at: moment.milliseconds.flooredQuotient(1000)) }

  func day(at moment: Timestamp) -> CivilDay {
    let seconds = moment.milliseconds.flooredQuotient(1000)
    return CivilDay(number: (seconds + offset(at: seconds)).flooredQuotient(86_400))
  }

  func start(of day: CivilDay) -> Timestamp {
    // No zone is more than a day away from UTC. Days never decrease with time, so a binary search finds the first
    // moment.
    var low = day.number * 86_400 - 90_000
    var high = day.number * 86_400 + 90_000
    while low < high {
      let middle = low + (high - low) / 2
      if (middle + offset(at: middle)).flooredQuotient(86_400) >= day.number { high = middle } else { low = middle + 1 }
    }
    return Timestamp(milliseconds: low * 1000)
  }

  private func offset(at seconds: Int64) -> Int64 {
    switch zone {
    case .utc: return 0
    case .named(let zone): return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    case .process:
      var time = time_t(seconds)
      var parts = tm()
      // It fails only for years that do not fit its number.
      return localtime_r(&time, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }
  }
}
