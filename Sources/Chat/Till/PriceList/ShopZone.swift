import PaymentsModel
import TimeZones

/// The time zone in which a shop tells its customers times, and by whose days it counts what it has sold.
package struct ShopZone: Sendable, Hashable {
  /// UTC.
  package static let utc = ShopZone(zone: .utc)

  /// The zone of this machine; UTC where it has none with a name.
  package static var system: ShopZone { SystemZone.system()?.name.flatMap { ShopZone($0) } ?? utc }

  private static let namesOfUTC: Set<String> = [
    "UTC", "GMT", "Etc/UTC", "Etc/GMT", "Etc/UCT", "Etc/Universal", "Etc/Zulu",
  ]

  private let zone: SystemZone

  private init(zone: SystemZone) { self.zone = zone }

  /// The zone with a name such as `Europe/Berlin`; `nil` where the system knows none.
  package init?(_ name: String) {
    if Self.namesOfUTC.contains(name) {
      self = .utc
      return
    }
    guard let zone = SystemZone(named: name) else { return nil }
    self.init(zone: zone)
  }

  /// The name of the zone, such as `Europe/Berlin`.
  package var name: String { zone.name ?? "UTC" }

  /// What stands behind a time of day: `UTC`, or the place, as in `Berlin time`.
  var label: String {
    guard self != .utc, let place = name.unicodeScalars.split(separator: "/").last else { return "UTC" }
    return String(String.UnicodeScalarView(place.map { $0 == "_" ? " " : $0 })) + " time"
  }

  /// The moment whose date and time in UTC are those that the clocks of the zone show at a moment.
  func shown(_ moment: Timestamp) -> Timestamp {
    moment.advanced(by: .seconds(zone.secondsFromUTC(at: moment.milliseconds / 1000)))
  }

  /// Whether two moments are on the same day.
  func isSameDay(_ first: Timestamp, _ second: Timestamp) -> Bool {
    shown(first).text.utf8.prefix(10).elementsEqual(shown(second).text.utf8.prefix(10))
  }
}
