import Platform
import PostgreSQL

/// A connection to a ledger in PostgreSQL, which is made when it is needed, and again after it was lost.
///
/// A transaction that writes runs in READ COMMITTED and begins by locking the one row of the table `ledger`, so that it
/// sees all that was committed before and nothing is committed meanwhile. One that reads runs in REPEATABLE READ, which
/// shows one state. Statements whose result is not needed are sent together with the next one. All time-outs are set for
/// the transaction only, since a pool may hand out another connection for the next.
final class PostgresDatabase: LedgerDatabase {
  /// How long it is tried to find out whether a transaction was committed, before the ledger counts as failed.
  private static let resolvingLimit: Duration = .seconds(120)
  /// The largest number of bytes and of statements in line. libpq would send more by itself, and a server that waits for
  /// the rest of a line does not count the time of an idle transaction.
  private static let longestLine = 6144
  private static let mostInLine = 64

  /// Lets a transaction last as long as it takes to copy a whole ledger, and to write the copy to a slow disk.
  static let patience = """
    SELECT set_config('idle_in_transaction_session_timeout', '600000', true),
      set_config('statement_timeout', '600000', true)
    """

  private let place: PostgresPlace
  private var connection: PostgresConnection?
  private var last: PostgresResult?
  private var (waiting, bytesWaiting) = (0, 0)
  private var isResolving = false

  init(_ place: PostgresPlace) {
    self.place = place
  }

  var isInTransaction: Bool { connection?.isInTransaction ?? false }

  // MARK: Transactions

  func beginWrite() throws {
    try begin([
      "BEGIN ISOLATION LEVEL READ COMMITTED",
      // The row is locked when all columns of both are known, and by then the settings apply.
      """
      WITH applied AS MATERIALIZED (\(PostgresSettings.writing))
      SELECT holder, epoch, commits FROM ledger, applied FOR UPDATE OF ledger
      """,
    ])
    // Another process took over while this one was stopped or could not reach the server. Whatever it was about to write
    // was decided without knowing what that one did.
    guard let last, last.count == 1, try place.isHolder(last.value(0, 0), last.value(0, 1)) else {
      rollBack()
      throw LedgerError.fenced
    }
    // A server took over that lacks transactions which were answered as durable.
    guard try isResolving || place.hasAll(last.value(0, 2)) else {
      rollBack()
      throw LedgerError.lostItsEnd
    }
  }

  func beginRead() throws {
    let acknowledged = place.acknowledged
    for _ in 0..<2 {
      try begin([
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        "SELECT holder, epoch, commits, \(PostgresSettings.reading) FROM ledger",
      ])
      // Whoever only reads asks nobody for a lease.
      guard let last, last.count == 1, try !place.hasLease || place.isHolder(last.value(0, 0), last.value(0, 1)) else {
        rollBack()
        throw LedgerError.fenced
      }
      if try last.value(0, 2).isAtLeast(acknowledged) { return }
      // The connection leads to a server that another one has replaced.
      rollBack()
      connection = nil
    }
    throw LedgerError.unavailable
  }

  /// Begins a transaction. A connection that was lost while nobody used it is replaced, once.
  private func begin(_ statements: [String]) throws {
    last = nil
    (waiting, bytesWaiting) = (0, 0)
    if let connection, connection.isOpen, !connection.isInTransaction {
      do throws(PostgresError) {
        for statement in statements { try connection.enqueue(statement) }
        last = try connection.finish().last
        return
      } catch {
        guard error == .lost || !connection.isOpen else {
          rollBack()
          throw error
        }
      }
    }
    connection = nil
    let fresh = try place.connect()
    connection = fresh
    for statement in statements { try fresh.enqueue(statement) }
    do throws(PostgresError) {
      last = try fresh.finish().last
    } catch {
      rollBack()
      throw error
    }
  }

  func endRead() throws { rollBack() }

  func commitWrite() throws -> HighWaterMark.Reached {
    let number = place.nextCommit()
    do throws(PostgresError) {
      let connection = try open()
      try connection.enqueue(PostgresLease.renewal, [.integer(number)])
      try connection.enqueue("COMMIT")
      return try committed(number, connection)
    } catch {
      // Where the transaction is still there it has failed and was not committed. Everything else leaves it unknown.
      if error != .lost, isInTransaction { throw error }
      connection = nil
      return try resolve(number)
    }
  }

  /// Finds out whether a transaction was committed whose answer was lost, and returns normally if it was.
  ///
  /// - Throws: ``LedgerError/unavailable`` if it was not, ``LedgerError/failed`` if nobody knows.
  private func resolve(_ number: Int64) throws -> HighWaterMark.Reached {
    let deadline = ContinuousClock.now + Self.resolvingLimit
    isResolving = true
    defer { isResolving = false }
    while true {
      do {
        // The lock is granted when the lost transaction has ended, in whatever way.
        try beginWrite()
        defer { rollBack() }
        if let reached = try reachedIfCommitted(number) { return reached }
      } catch let error as LedgerError where error == .lostItsEnd || error == .fenced {
        throw error
      } catch {
        guard ContinuousClock.now < deadline else { throw LedgerError.failed }
        usleep(250_000)
        continue
      }
      throw LedgerError.unavailable
    }
  }

  /// Carries out a line that ends with the renewal of the lease, which tells how far the ledger has come, and COMMIT.
  private func committed(
    _ number: Int64, _ connection: PostgresConnection
  ) throws(PostgresError) -> HighWaterMark.Reached {
    let results = try connection.finish()
    // A warning comes where the server did not wait for its standby, because somebody told it not to.
    guard results.count >= 2, let end = results.last, end.command == "COMMIT", !connection.hasWarned else {
      throw .lost
    }
    let reached = try Self.reached(results[results.count - 2])
    place.acknowledge(number)
    return reached
  }

  /// Looks whether the transaction is there, and commits once more: that answer comes only when the server's standby has
  /// both.
  private func reachedIfCommitted(_ number: Int64) throws -> HighWaterMark.Reached? {
    // This process is still the one that writes, so that nobody else has changed the number.
    let found = try open().run("SELECT commits FROM ledger")
    guard found.count == 1, try found.value(0, 0) == .integer(number) else { return nil }
    let connection = try open()
    try connection.enqueue(PostgresLease.renewal, [.integer(number)])
    try connection.enqueue("COMMIT")
    return try committed(number, connection)
  }

  func rollBack() {
    last = nil
    (waiting, bytesWaiting) = (0, 0)
    guard let connection, connection.isOpen else {
      connection = nil
      return
    }
    // What stands in line is of no use any more, and may have failed.
    _ = try? connection.finish()
    guard connection.isInTransaction else { return }
    // The server undoes a transaction whose connection is closed.
    if (try? connection.run("ROLLBACK")) == nil { self.connection = nil }
  }

  func openSavepoint() throws { try execute("SAVEPOINT unit", []) }

  func releaseSavepoint() throws {
    try execute("RELEASE unit", [])
    try finish()
  }

  func revertSavepoint() throws {
    _ = try? finish()
    try execute("ROLLBACK TO unit", [])
    try execute("RELEASE unit", [])
    try finish()
  }

  // MARK: Statements

  func execute(_ sql: String, _ arguments: LedgerArguments) throws {
    let values = arguments.values.map(PostgresValue.init)
    let bytes = sql.utf8.count + values.reduce(0) { $0 + $1.size }
    if bytesWaiting + bytes > Self.longestLine { try finish() }
    try open().enqueue(sql, values)
    waiting += 1
    bytesWaiting += bytes
    if waiting >= Self.mostInLine { try finish() }
  }

  func changedRows() throws -> Int {
    try finish()
    return last?.affected ?? 0
  }

  func forEachRow(_ sql: String, _ arguments: LedgerArguments, _ body: (any LedgerRow) throws -> Bool) throws {
    try execute(sql, arguments)
    try finish()
    guard let result = last else { return }
    for index in 0..<result.count where try !body(PostgresRow(result: result, index: index)) { return }
  }

  func using(index: String) -> String { "" }

  private func finish() throws {
    (waiting, bytesWaiting) = (0, 0)
    if let result = try open().finish().last { last = result }
  }

  private func open() throws(PostgresError) -> PostgresConnection {
    guard let connection, connection.isOpen else { throw .lost }
    return connection
  }

  // MARK: How far the ledger has come

  static let reachedColumns =
    "CAST(coalesce((SELECT sum(newest) FROM event_counters), 0) AS BIGINT), (SELECT newest FROM audit_count)"
  static let reachedSQL = "SELECT \(reachedColumns)"

  func reached() throws -> HighWaterMark.Reached {
    try finish()
    return try Self.reached(open().run(Self.reachedSQL))
  }

  /// Looks at the lease, the clock and the standbys of the server.
  func look() throws -> LedgerSight {
    try beginRead()
    defer { rollBack() }
    return try LedgerSight(open().run(LedgerSight.sql))
  }

  static func reached(_ result: PostgresResult) throws(PostgresError) -> HighWaterMark.Reached {
    guard result.count == 1, case .integer(let events) = try result.value(0, 0),
      case .integer(let audit) = try result.value(0, 1)
    else { throw .unreadable }
    return HighWaterMark.Reached(events: events, audit: audit)
  }

  /// The server looks after its own pages.
  func freePages() throws -> Int { 0 }
  func releaseFreePages(_ count: Int) throws {}
}

private struct PostgresRow: LedgerRow {
  let result: PostgresResult
  let index: Int

  var count: Int { result.columns }

  func value(_ column: Int) throws -> LedgerValue {
    switch try result.value(index, column) {
    case .null: .null
    case .integer(let number): .integer(number)
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    }
  }
}

extension PostgresValue {
  /// About how many bytes it takes in line.
  fileprivate var size: Int {
    switch self {
    case .null, .integer: 16
    case .text(let text): text.utf8.count + 16
    case .bytes(let bytes): bytes.count + 16
    }
  }

  /// Whether it is a number that is not smaller than another one.
  func isAtLeast(_ number: Int64) -> Bool {
    if case .integer(let own) = self { own >= number } else { false }
  }

  fileprivate init(_ value: LedgerValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .text(let text): .text(text)
      case .bytes(let bytes): .bytes(bytes)
      }
  }
}

extension PostgresDatabase: LedgerCopyTarget {
  /// The numbers of a sequence stay where they are when the transaction is undone, which leaves a gap at most.
  func continueNumbers(events: Int64) throws {
    for (table, column, least) in [("events", "sequence", events), ("bookings", "sequence", 0), ("audit", "entry", 0)] {
      try execute(
        """
        SELECT setval(pg_get_serial_sequence('\(table)', '\(column)'), greatest(largest, 1), largest > 0)
        FROM (SELECT greatest(coalesce(max(\(column)), 0), $1) AS largest FROM \(table)) AS present
        """, [least])
    }
  }
}
