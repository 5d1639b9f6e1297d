import Platform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A time zone of this machine, read from the files of the system. Foundation's `TimeZone` knows UTC only in a program that
/// is linked statically without its tables of languages, and libc knows one zone in a process.
package struct SystemZone: Sendable, Hashable {
  /// UTC, which needs no file.
  package static let utc = SystemZone(name: "UTC", rules: nil)

  private static let folder = "/usr/share/zoneinfo/"
  /// The zones that were read. Their names come from configurations, so that there are few.
  private static let known = Mutex<[String: SystemZone]>([:])

  /// The name of the zone, such as `Europe/Berlin`; `nil` for one that is in a file outside of the system's zones.
  package let name: String?
  /// `nil` for UTC.
  private let rules: ZoneRules?

  private init(name: String?, rules: ZoneRules?) {
    self.name = name
    self.rules = rules
  }

  /// The zone with a name such as `Europe/Berlin`; `nil` where the system knows none.
  package init?(named name: String) {
    if name == "UTC" {
      self = .utc
      return
    }
    if let zone = Self.known.withLock({ $0[name] }) {
      self = zone
      return
    }
    let isPlain = name.utf8.allSatisfy { byte in
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
        || "/_-+".utf8.contains(byte)
    }
    // Without points, no name leads out of the folder.
    guard isPlain, (1...100).contains(name.utf8.count), let rules = ZoneRules(file: Self.folder + name) else {
      return nil
    }
    let zone = SystemZone(name: name, rules: rules)
    Self.known.withLock { $0[name] = zone }
    self = zone
  }

  /// Returns the zone of this machine: the one that `TZ` names, or else that of `/etc/localtime`; `nil` if neither can be
  /// read. It has the name by which the file, or what it is a link to, is found among the system's zones.
  package static func system() -> SystemZone? {
    guard let value = getenv("TZ") else { return SystemZone(file: "/etc/localtime") }
    let text = String(cString: value)
    let name = text.utf8.starts(with: ":".utf8) ? String(text.unicodeScalars.dropFirst()) : text
    if name.isEmpty { return .utc }
    return name.utf8.starts(with: "/".utf8) ? SystemZone(file: name) : SystemZone(named: name)
  }

  private init?(file path: String) {
    guard let rules = ZoneRules(file: path) else { return nil }
    let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? path
    let parts = target.unicodeScalars.split(separator: "/").map(String.init)
    let folder = parts.lastIndex { $0 == "zoneinfo" }
    self.init(name: folder.map { parts[($0 + 1)...].joined(separator: "/") }, rules: rules)
  }

  /// Returns the distance from UTC at a moment, in seconds to the east.
  ///
  /// - Parameter seconds: The moment in seconds since 1970, in UTC.
  package func secondsFromUTC(at seconds: Int64) -> Int64 { rules?.offset(at: seconds) ?? 0 }
}

extension ZoneRules {
  fileprivate init?(file path: String) {
    guard let file = FileManager.default.contents(atPath: path) else { return nil }
    self.init(Array(file))
  }
}
