import Platform
import PostgreSQL

/// Which of several processes writes. It holds a lease that it renews with every commit, and that another process takes
/// when it has run out, by the clock of the server. Each taking begins a new epoch. A process that was stopped meanwhile
/// finds another epoch at the beginning of its next transaction, in ``PostgresDatabase/beginWrite()``, and ends.
///
/// A lease that has run out and that nobody took is still good: only an epoch excludes.
package enum PostgresLease {
  /// How long a lease is good, and so how long others wait after the holder was killed.
  package static let seconds = 6
  /// For how long after a renewal the holder knows by its own clock that nobody else has it, also where its clock goes a
  /// little slower than the server's.
  static let certain: Duration = .seconds(4)
  /// How often an idle holder renews it.
  package static let renewalInterval: Duration = .milliseconds(1500)

  private static let lockNotAvailable = "55P03"

  /// Renews the lease, in a transaction that has found this process to be the holder, with the number of its commit; and
  /// tells how far the ledger has come with this transaction.
  static let renewal = """
    UPDATE ledger SET until = clock_timestamp() + interval '\(seconds) seconds', commits = $1
    RETURNING \(PostgresDatabase.reachedColumns)
    """
  /// Ends a lease, with the holder and its epoch.
  static let release = "UPDATE ledger SET until = '-infinity' WHERE holder = $1 AND epoch = $2"

  /// Takes the lease of a ledger with this schema if nobody holds it, and returns the epoch; `nil` if somebody does. A
  /// lease that ends later than any lease can was written by a server whose clock was ahead, and keeps nobody out. A holder
  /// whose row is locked is just committing, and keeps the lease however long that takes.
  static func take(
    _ connection: PostgresConnection, for daemon: [UInt8], of schema: String
  ) throws(PostgresError) -> Int64? {
    let taken: PostgresResult
    do throws(PostgresError) {
      taken = try connection.run(
        """
        UPDATE ledger SET holder = $1, epoch = epoch + 1, commits = 0,
          until = clock_timestamp() + interval '\(seconds) seconds'
        WHERE one = (SELECT one FROM ledger
          WHERE schema = $2 AND (until < clock_timestamp()
            OR until > clock_timestamp() + interval '\(2 * seconds) seconds')
          FOR UPDATE NOWAIT) RETURNING epoch
        """, [.bytes(daemon), .text(schema)])
    } catch {
      guard error == .refused(sqlState: lockNotAvailable) else { throw error }
      return nil
    }
    guard taken.count == 1 else { return nil }
    guard case .integer(let epoch) = try taken.value(0, 0) else { throw .unreadable }
    return epoch
  }
}

/// The last epoch of this process's folder, kept outside of the database: one that was put back to an older copy begins
/// with epochs that were used before.
final class EpochFile: Sendable {
  /// So many bytes hold the largest number.
  private static let length = 20
  private let descriptor: Int32

  /// Opens the file, or creates it with mode 0600 if it does not exist.
  init(path: String) throws(LedgerError) {
    descriptor = try LedgerFolder.openBeside(path)
    // The room for later numbers is taken now, and not when a lease was taken.
    if LedgerFolder.size(of: path) ?? 0 < Self.length { try note(noted) }
  }

  deinit { close(descriptor) }

  /// The stored epoch; 0 if there is none.
  var noted: Int64 {
    var bytes = [UInt8](repeating: 0, count: Self.length)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return 0 }
    return Int64(String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) ?? 0
  }

  /// Stores an epoch before anything is written in it.
  func note(_ epoch: Int64) throws(LedgerError) {
    let digits = Array("\(epoch)\n".utf8)
    let bytes = digits + [UInt8](repeating: UInt8(ascii: " "), count: max(0, Self.length - digits.count))
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, fsync(descriptor) == 0 else {
      throw errno == ENOSPC ? .diskFull : .failed
    }
  }
}
