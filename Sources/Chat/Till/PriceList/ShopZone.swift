// The zones of the system are in Foundation, not in FoundationEssentials.
import Foundation
import PaymentsModel

/// The time zone in which a shop tells its customers times, and by whose days it counts what it has sold.
package struct ShopZone: Sendable, Hashable {
  /// UTC.
  package static let utc = ShopZone(zone: nil)

  /// The zone of this machine: the one that `TZ` names, or else that of `/etc/localtime`.
  package static var system: ShopZone { ShopZone(TimeZone.current.identifier) ?? utc }

  private static let namesOfUTC: Set<String> = [
    "UTC", "GMT", "Etc/UTC", "Etc/GMT", "Etc/UCT", "Etc/Universal", "Etc/Zulu",
  ]

  /// `nil` for UTC.
  private let zone: TimeZone?

  private init(zone: TimeZone?) { self.zone = zone }

  /// The zone with a name such as `Europe/Berlin`; `nil` where the system knows none.
  package init?(_ name: String) {
    if Self.namesOfUTC.contains(name) {
      self = .utc
      return
    }
    // Foundation makes zones of text such as `UTC+1` too, and gives them another name; it reads no further than a NUL.
    guard !name.utf8.contains(0), let zone = TimeZone(identifier: name), zone.identifier == name else { return nil }
    self.init(zone: zone)
  }

  /// The name of the zone, such as `Europe/Berlin`.
  package var name: String { zone?.identifier ?? "UTC" }

  /// What stands behind a time of day: `UTC`, or the place, as in `Berlin time`.
  var label: String {
    guard let place = zone?.identifier.unicodeScalars.split(separator: "/").last else { return "UTC" }
    return String(String.UnicodeScalarView(place.map { $0 == "_" ? " " : $0 })) + " time"
  }

  /// The moment whose date and time in UTC are those that the clocks of the zone show at a moment.
  func shown(_ moment: Timestamp) -> Timestamp {
    guard let zone else { return moment }
    let date = Date(timeIntervalSince1970: Double(moment.milliseconds / 1000))
    return moment.advanced(by: .seconds(zone.secondsFromGMT(for: date)))
  }

  /// Whether two moments are on the same day.
  func isSameDay(_ first: Timestamp, _ second: Timestamp) -> Bool {
    shown(first).text.utf8.prefix(10).elementsEqual(shown(second).text.utf8.prefix(10))
  }
}
