import Ledger
import Logging
import Orders
import PaymentsModel
import Synchronization

/// What this process knows of a ledger that several share: who writes it, how long ago that was renewed, and how far the
/// clock of this machine is from the server's. It lives from the start on, while the process stands by and while it writes.
final class LedgerWatch: Sendable {
  /// What a process is to the others.
  enum Role: String, CaseIterable, Sendable {
    case writer, standby
  }

  private struct State {
    var role: Role?
    var sight: LedgerSight?
    var lookedAt: ContinuousClock.Instant?
    var renewedAt: ContinuousClock.Instant?
    var takeovers: Int64 = 0
    var clock = ClockCorrection()
  }

  private let log: Logger
  private let state = Mutex(State())

  init(_ log: Logger) { self.log = log }

  /// The number of the present epoch; `nil` before it was looked at.
  var epoch: Int64? { state.withLock { $0.sight?.epoch } }

  /// What has to be added to the time of this machine's clock.
  var clockCorrection: Duration { state.withLock { .milliseconds($0.clock.correction) } }

  /// How far this machine's clock is ahead of the server's, in whole seconds; `nil` if it agrees.
  var clockAhead: Int? { state.withLock { $0.clock.correction == 0 ? nil : Int(-$0.clock.correction / 1000) } }

  /// How long ago this process last renewed its lease; `nil` if it has none.
  var sinceRenewal: Duration? { state.withLock { $0.renewedAt.map { .now - $0 } } }

  func become(_ role: Role) { state.withLock { $0.role = role } }

  func renewed() { state.withLock { $0.renewedAt = .now } }

  func saw(_ sight: LedgerSight) {
    let change = state.withLock { state in
      if let before = state.sight, before.epoch < sight.epoch { state.takeovers += sight.epoch - before.epoch }
      (state.sight, state.lookedAt) = (sight, .now)
      return state.clock.measured(sight.clockOffset)
    }
    switch change {
    case .none: break
    case .agrees:
      log.log(level: .ownersBusiness, "the clock of this machine agrees with that of the database's server again")
    case .isOff(let milliseconds):
      log.log(
        level: .ownersTurn,
        "the clock of this machine is not that of the database's server; what ends at a time ends by the server's clock",
        metadata: ["seconds_ahead": "\(milliseconds / 1000)", "type": "sudo timedatectl set-ntp true"])
    }
  }

  /// Sets the numbers that a scrape looks up.
  func report(to metrics: ProviderMetrics) {
    let state = state.withLock { $0 }
    guard let role = state.role, let sight = state.sight, let lookedAt = state.lookedAt else { return }
    let age = ContinuousClock.now - lookedAt
    for other in Role.allCases { metrics.set(.ledgerRole, other == role ? 1 : 0, [("role", other.rawValue)]) }
    metrics.set(.ledgerEpoch, Double(sight.epoch))
    metrics.set(.ledgerTakeovers, Double(state.takeovers))
    metrics.set(.ledgerLookAge, age / .seconds(1))
    metrics.set(.clockOffset, Double(sight.clockOffset) / 1000)
    if let lag = sight.standbyLag { metrics.set(.ledgerLag, Double(lag) / 1000) }
    if let standbys = sight.synchronousStandbys { metrics.set(.ledgerStandbys, Double(standbys)) }
    // One that writes knows itself when it renewed its lease. The others know it from the row, as of their last look.
    let left = sight.leaseLeft.map { Duration.milliseconds($0) - age }
    let full = Duration.seconds(PostgresLease.seconds)
    let leaseAge = role == .writer ? state.renewedAt.map { .now - $0 } : left.map { full - $0 }
    if let leaseAge { metrics.set(.ledgerLeaseAge, leaseAge / .seconds(1)) }
    let vacancy = role == .standby ? leaseAge.map { max(.zero, $0 - full) } : nil
    metrics.set(.ledgerVacancy, (vacancy ?? .zero) / .seconds(1))
  }
}

/// How much the time of this machine's clock is corrected, in milliseconds, so that what several processes decide by the
/// time does not depend on which of them decides. Small differences are left alone: the answer takes its time, and a clock
/// that is corrected all the time does not run evenly. A pure value.
struct ClockCorrection: Sendable {
  /// What one measurement has changed.
  enum Change: Sendable, Equatable {
    case none
    /// The clock is so far ahead, or behind if it is negative.
    case isOff(Int64)
    case agrees
  }

  /// So far the clocks may differ.
  static let tolerated: Int64 = 5000

  /// What has to be added.
  private(set) var correction: Int64 = 0
  private var last: Int64?

  /// Notes how far the clock is ahead. A process that was stopped just then measures too much, once: of two measurements the
  /// smaller one counts. The first one counts alone, since a clock that is wrong at the start is likelier.
  mutating func measured(_ offset: Int64) -> Change {
    let counted = last.map { abs($0) < abs(offset) ? $0 : offset } ?? offset
    last = offset
    let isOff = abs(counted) > Self.tolerated
    if isOff, abs(counted + correction) > Self.tolerated {
      correction = -counted
      return .isOff(counted)
    }
    guard !isOff, correction != 0 else { return .none }
    correction = 0
    return .agrees
  }
}

/// The clock of the machine, corrected where it is far from that of the server which all processes of a ledger share.
struct SharedWallClock: WallClock {
  let machine: any WallClock
  let watch: LedgerWatch

  func now() -> Timestamp { machine.now().advanced(by: watch.clockCorrection) }
}
