import PaymentsCore
import PaymentsModel
import Statements
import TimeZones

/// The calendar of a time zone.
struct ZonedCalendar: StatementZone {
  /// UTC.
  static let utc = ZonedCalendar(zone: .utc)

  private let zone: SystemZone
  /// The name of the zone for people.
  var name: String { zone.name ?? "local time" }

  private init(zone: SystemZone) { self.zone = zone }

  /// The zone of that name, such as `Europe/Berlin`; `nil` where the system knows none.
  init?(named name: String) {
    guard let zone = SystemZone(named: name) else { return nil }
    self.init(zone: zone)
  }

  /// Returns the zone of this machine: the one that `TZ` names, or else `/etc/localtime`; `nil` if it cannot be
  /// determined.
  static func system() -> ZonedCalendar? { SystemZone.system().map { ZonedCalendar(zone: $0) } }

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

  private func offset(at seconds: Int64) -> Int64 { zone.secondsFromUTC(at: seconds) }
}
