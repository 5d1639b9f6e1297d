package import PaymentsAPI
import PaymentsCore
package import PaymentsModel

/// The time that a statement is about: from one moment up to another, which is not part of it.
package struct StatementPeriod: Sendable, Hashable {
  /// The first moment.
  package let from: Timestamp
  /// The first moment after it.
  package let to: Timestamp

  /// The period between two bounds; `nil` where it would be empty.
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
