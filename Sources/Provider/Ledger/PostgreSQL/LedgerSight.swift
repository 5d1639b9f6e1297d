import PaymentsModel
import PostgreSQL
import Synchronization

/// What a look at a ledger that several processes share has told, of the process that writes it and of the server. Times
/// are in milliseconds.
package struct LedgerSight: Sendable, Equatable {
  /// The number of the present epoch.
  package var epoch: Int64
  /// How many transactions the process has committed that writes in it.
  package var commits: Int64
  /// How far this machine's clock is ahead of the server's. The way of the answer is in it.
  package var clockOffset: Int64
  /// How long the lease is still good, negative after its end; `nil` where it was given back.
  package var leaseLeft: Int64?
  /// How many standbys the server waits for; `nil` where this role may not see them.
  package var synchronousStandbys: Int64?
  /// How far the slowest standby is behind; `nil` where there is none, or this role may not see it.
  package var standbyLag: Int64?

  static let sql = """
    SELECT epoch, commits, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT),
      CASE WHEN isfinite(until) THEN CAST(extract(epoch FROM until - clock_timestamp()) * 1000 AS BIGINT) END,
      (SELECT CASE WHEN count(*) = count(state) THEN count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) END
        FROM pg_stat_replication),
      (SELECT CAST(max(extract(epoch FROM replay_lag)) * 1000 AS BIGINT) FROM pg_stat_replication)
    FROM ledger
    """

  /// Reads the result of ``sql``, which has just arrived.
  init(_ result: PostgresResult) throws(PostgresError) {
    func number(_ column: Int) throws(PostgresError) -> Int64? {
      if case .integer(let number) = try result.value(0, column) { number } else { nil }
    }
    guard result.count == 1, let epoch = try number(0), let commits = try number(1), let time = try number(2) else {
      throw .unreadable
    }
    (self.epoch, self.commits) = (epoch, commits)
    clockOffset = SystemWallClock().now().milliseconds - time
    (leaseLeft, synchronousStandbys, standbyLag) = (try number(3), try number(4), try number(5))
  }
}

/// Whether this process has seen another one write a ledger since it began to look. Only then is what it notes of the
/// ledger worth anything: a database that was put back to an older copy, or a standby of the server that lagged, tells the
/// same of itself whenever one looks.
package final class LedgerWitness: Sendable {
  private struct Seen: Sendable {
    var last: (epoch: Int64, commits: Int64)?
    var hasSeenWriter = false
  }

  private let seen = Mutex(Seen())

  package init() {}

  /// Notes a look, and returns whether a process was seen writing between two of them.
  func looked(_ sight: LedgerSight) -> Bool {
    seen.withLock { seen in
      // Another epoch alone is none: it may be one that this process took and could not keep, or that of a process which knew
      // no more of the ledger, and ended before it had locked it.
      if let last = seen.last, last.epoch == sight.epoch, last.commits != sight.commits { seen.hasSeenWriter = true }
      seen.last = (sight.epoch, sight.commits)
      return seen.hasSeenWriter
    }
  }
}
