import GRDB

/// A connection to the file of a ledger. SQLite lets one connection write at a time.
final class SQLiteDatabase: LedgerDatabase {
  private let database: Database
  private let isInSnapshot: Bool

  /// - Parameter isInSnapshot: Whether reads take place in a transaction that was begun for several of them.
  init(_ database: Database, isInSnapshot: Bool = false) {
    self.database = database
    self.isInSnapshot = isInSnapshot
  }

  var isInTransaction: Bool { database.isInsideTransaction }

  func beginWrite() throws { try execute("BEGIN IMMEDIATE") }

  func commitWrite() throws -> HighWaterMark.Reached {
    let reached = try reached()
    try execute("COMMIT")
    return reached
  }

  func beginRead() throws { if !isInSnapshot { try execute("BEGIN DEFERRED") } }

  // Nothing was written, so that a commit and a rollback are the same. If it fails, the next transaction cannot begin.
  func endRead() throws { if !isInSnapshot { try execute("COMMIT") } }

  func rollBack() throws { try execute("ROLLBACK") }

  // The library has to know of transactions, but not of their parts.
  func openSavepoint() throws { try step("SAVEPOINT unit", []) }
  func releaseSavepoint() throws { try step("RELEASE unit", []) }

  func revertSavepoint() throws {
    try step("ROLLBACK TO unit", [])
    try step("RELEASE unit", [])
  }

  func execute(_ sql: String, _ arguments: LedgerArguments = []) throws {
    // The library has to know of transactions, which have no arguments.
    guard !arguments.values.isEmpty else { return try database.cachedStatement(sql: sql).execute() }
    try step(sql, arguments)
  }

  private func step(_ sql: String, _ arguments: LedgerArguments) throws {
    let statement = try BoundStatement(sql, arguments, on: database)
    defer { statement.end() }
    while try statement.step() {}
  }

  func changedRows() throws -> Int { database.changesCount }

  /// The number of rows that were changed since the connection was opened.
  var totalChanges: Int { database.totalChangesCount }

  func forEachRow(_ sql: String, _ arguments: LedgerArguments, _ body: (any LedgerRow) throws -> Bool) throws {
    let statement = try BoundStatement(sql, arguments, on: database)
    defer { statement.end() }
    while try statement.step(), try body(statement) {}
  }

  func using(index: String) -> String { "INDEXED BY \(index)" }

  /// Of the events it is the sum of all that each app ever had, which a copy in another database has too.
  func reached() throws -> HighWaterMark.Reached {
    let sql = """
      SELECT coalesce((SELECT sum(newest) FROM event_counters), 0),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'audit'), 0)
      """
    var found: HighWaterMark.Reached?
    try forEachRow(sql, []) { row in
      let row = ComputedRow(row)
      found = HighWaterMark.Reached(events: try row[0], audit: try row[1])
      return false
    }
    guard let found else { throw LedgerError.corrupt }
    return found
  }

  func freePages() throws -> Int { try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0 }

  func releaseFreePages(_ count: Int) throws { try execute("PRAGMA incremental_vacuum(\(count))") }
}
