package import PaymentsAPI
package import PaymentsCore
package import PaymentsModel

/// The period of a statement: from one moment up to, but not including, another one.
package struct StatementPeriod: Sendable, Hashable {
  /// The first moment of the period.
  package let from: Timestamp
  /// The first moment after the period.
  package let to: Timestamp

  /// Creates the period between two bounds; `nil` if it would be empty.
  package init?(from: StatementBound, to: StatementBound, in zone: any StatementZone) {
    self.from = Self.moment(from, zone)
    self.to = Self.moment(to, zone)
    guard self.from < self.to else { return nil }
  }

  private static func moment(_ bound: StatementBound, _ zone: any StatementZone) -> Timestamp {
    switch bound {
    case .day(let number): zone.start(of: CivilDay(number: number))
    case .moment(let moment): moment
    }
  }
}

/// The owner's time zone, as far as statements need it.
package protocol StatementZone: CivilCalendar {
  /// The name of the zone for people, such as `Europe/Berlin`.
  var name: String { get }
  /// Returns how far the clocks of the zone are ahead of UTC at a moment, in seconds.
  func secondsFromUTC(at moment: Timestamp) -> Int64
}

extension StatementZone {
  /// Returns a moment as local time, RFC 3339 with seconds: `2026-03-29T03:00:00+02:00`.
  package func text(of moment: Timestamp) -> String {
    // RFC 3339 has no seconds in the offset, and no present time zone needs them.
    let minutes = secondsFromUTC(at: moment).flooredQuotient(60)
    let local = Timestamp(milliseconds: max(0, moment.milliseconds + minutes * 60_000))
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let ahead = abs(minutes)
    return String(local.text.unicodeScalars.prefix(19)) + (minutes < 0 ? "-" : "+") + two(ahead / 60) + ":"
      + two(ahead % 60)
  }
}
