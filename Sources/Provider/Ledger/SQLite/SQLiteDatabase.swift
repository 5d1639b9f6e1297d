import GRDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A connection to the file of a ledger. SQLite lets one connection write at a time.
final class SQLiteDatabase: LedgerDatabase {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  var isInTransaction: Bool { database.isInsideTransaction }

  func beginWrite() throws { try execute("BEGIN IMMEDIATE") }

  func commitWrite() throws -> HighWaterMark.Reached {
    let reached = try reached()
    try execute("COMMIT")
    return reached
  }

  func beginRead() throws { try execute("BEGIN DEFERRED") }

  // Nothing was written, so that a commit and a rollback are the same. If it fails, the next transaction cannot begin.
  func endRead() throws { try execute("COMMIT") }

  func rollBack() throws { try execute("ROLLBACK") }

  func openSavepoint() throws { try execute("SAVEPOINT unit") }
  func releaseSavepoint() throws { try execute("RELEASE unit") }

  func revertSavepoint() throws {
    try execute("ROLLBACK TO unit")
    try execute("RELEASE unit")
  }

  func execute(_ sql: String, _ arguments: LedgerArguments = []) throws {
    try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }

  func changedRows() throws -> Int { database.changesCount }

  /// The number of rows that were changed since the connection was opened.
  var totalChanges: Int { database.totalChangesCount }

  func forEachRow(_ sql: String, _ arguments: LedgerArguments, _ body: (any LedgerRow) throws -> Bool) throws {
    let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
    while let row = try rows.next(), try body(row) {}
  }

  /// Of the events it is the sum of all that each app ever had, which a copy in another database has too.
  func reached() throws -> HighWaterMark.Reached {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT coalesce((SELECT sum(newest) FROM event_counters), 0),
            coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'audit'), 0)
          """))
    guard let row else { throw LedgerError.corrupt }
    var columns = Columns(row)
    return HighWaterMark.Reached(events: try columns.integer(), audit: try columns.integer())
  }

  func freePages() throws -> Int { try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0 }

  func releaseFreePages(_ count: Int) throws { try execute("PRAGMA incremental_vacuum(\(count))") }
}

extension Row: LedgerRow {
  func value(_ index: Int) throws -> LedgerValue {
    let value: DatabaseValue = self[index]
    switch value.storage {
    case .null: return .null
    case .int64(let number): return .integer(number)
    case .string(let text): return .text(text)
    case .blob(let data): return .bytes([UInt8](data))
    case .double: throw LedgerError.corrupt
    }
  }
}

extension StatementArguments {
  fileprivate init(_ arguments: LedgerArguments) {
    // The initialiser for values of one type maps them by a key path, which is made anew with each call: that alone took a
    // tenth of a payment's work. The one for values of any type calls each value.
    self.init(arguments.values.map { $0.databaseValue as (any DatabaseValueConvertible)? })
  }
}

extension LedgerValue {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .bytes(let bytes): bytes.withUnsafeBytes { Data($0) }.databaseValue
    }
  }
}
