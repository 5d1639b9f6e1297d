import PaymentsCore
import PaymentsModel
import Platform
import Statements

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The days of a time zone.
struct ZonedCalendar: StatementZone {
  /// UTC, which needs no file.
  static let utc = ZonedCalendar(zone: nil, name: "UTC")

  /// Its name for people.
  let name: String
  private let zone: TimeZoneFile?

  private init(zone: TimeZoneFile?, name: String) {
    self.zone = zone
    self.name = name
  }

  /// The zone of that name, such as `Europe/Berlin`, from the system's files; `nil` where there is none.
  init?(named name: String) {
    if name == "UTC" {
      self = .utc
      return
    }
    // Names come from the owner; all the same they lead to no file elsewhere.
    let isName = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/_+-".utf8.contains(byte)
    }
    guard isName, !name.isEmpty, !name.utf8.starts(with: "/".utf8) else { return nil }
    let folders = ["/usr/share/zoneinfo/", "/var/db/timezone/zoneinfo/", "/usr/lib/zoneinfo/"]
    guard let zone = folders.lazy.compactMap({ Self.read($0 + name) }).first else { return nil }
    self.zone = zone
    self.name = name
  }

  /// The zone of this machine: what `TZ` names, else `/etc/localtime`; `nil` where that cannot be told.
  static func system() -> ZonedCalendar? {
    guard let value = getenv("TZ") else { return ZonedCalendar(file: "/etc/localtime") }
    let text = String(cString: value)
    let name = text.utf8.starts(with: ":".utf8) ? String(text.unicodeScalars.dropFirst()) : text
    if name.isEmpty { return .utc }
    return name.utf8.starts(with: "/".utf8) ? ZonedCalendar(file: name) : ZonedCalendar(named: name)
  }

  /// The zone of a file; its name is what the file, or what it is a link to, is called among the system's zones.
  private init?(file path: String) {
    guard let zone = Self.read(path) else { return nil }
    let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? path
    let parts = target.unicodeScalars.split(separator: "/").map(String.init)
    let folder = parts.lastIndex { $0 == "zoneinfo" }
    name = folder.map { parts[($0 + 1)...].joined(separator: "/") } ?? "local time"
    self.zone = zone
  }

  func secondsFromUTC(at moment: Timestamp) -> Int64 { offset(at: moment.milliseconds.flooredQuotient(1000)) }

  func day(at moment: Timestamp) -> CivilDay {
    let seconds = moment.milliseconds.flooredQuotient(1000)
    return CivilDay(number: (seconds + offset(at: seconds)).flooredQuotient(86_400))
  }

  func start(of day: CivilDay) -> Timestamp {
    // No zone is more than a day from UTC. Days only grow with time, so the first moment of one is found by halving.
    var low = day.number * 86_400 - 90_000
    var high = day.number * 86_400 + 90_000
    while low < high {
      let middle = low + (high - low) / 2
      if (middle + offset(at: middle)).flooredQuotient(86_400) >= day.number { high = middle } else { low = middle + 1 }
    }
    return Timestamp(milliseconds: low * 1000)
  }

  private func offset(at seconds: Int64) -> Int64 { zone?.offset(at: seconds) ?? 0 }

  private static func read(_ path: String) -> TimeZoneFile? {
    guard let data = FileManager.default.contents(atPath: path), data.count <= 1 << 20 else { return nil }
    return TimeZoneFile([UInt8](data))
  }
}
