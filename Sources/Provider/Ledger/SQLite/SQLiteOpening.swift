import CSQLite
import GRDB

/// Opens the file of a ledger.
enum SQLiteOpening {
  /// The application id that marks the file as a ledger ("PayL").
  static let applicationID: Int64 = 0x5061_794C
  /// The largest size in bytes of a file that is checked at each start. A larger file is checked only after an unclean
  /// end.
  static let alwaysCheckedSize: Int64 = 8 << 20

  static func writer(_ folder: LedgerFolder) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "payport.ledger.writer"
    configuration.busyMode = .timeout(5)
    configuration.foreignKeysEnabled = true
    // A rollback that fails because the disk fails leaves its transaction open. That must not trap.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      try keepLog(whenClosing: database)
      // It lets the file shrink in small steps, and can be chosen only before anything is written to a new file. For a
      // file that has it already, the statement would write to the file.
      if try Int.fetchOne(database, sql: "PRAGMA page_count") == 0 {
        try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
      }
      // GRDB's own WAL mode would set synchronous=NORMAL, which loses acknowledged commits when the power fails.
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      guard mode == "wal" else { throw LedgerError.unexpected(code: -2) }
      for pragma in [
        "synchronous = FULL", "fullfsync = ON", "checkpoint_fullfsync = ON", "cache_size = -1024",
        "temp_store = MEMORY", "mmap_size = 0",
        // Checkpoints are made between commits, where their errors are noticed.
        "wal_autocheckpoint = 0", "journal_size_limit = 8388608", "trusted_schema = OFF",
      ] {
        try database.execute(sql: "PRAGMA \(pragma)")
      }
      guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2 else { throw LedgerError.unexpected(code: -3) }
    }
    return try DatabaseQueue(path: folder.databasePath, configuration: configuration)
  }

  /// Lets the log stay as it is when a connection is closed, which happens where the ledger cannot be opened, has failed, or
  /// is closed by nobody. SQLite would move it into the database without the pages being sealed, and the next start would
  /// refuse them as changed; and it would write to a disk that has failed.
  ///
  /// - Parameter keeps: `false` where all of the log was moved and the pages are sealed.
  static func keepLog(_ keeps: Bool = true, whenClosing database: Database) throws {
    guard payport_sqlite_keeps_log(database.sqliteConnection, keeps ? 1 : 0) == 0 else {
      throw LedgerError.unexpected(code: -6)
    }
  }

  static func reader(_ folder: LedgerFolder) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "payport.ledger.reader"
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      try keepLog(whenClosing: database)
      for pragma in ["cache_size = -512", "temp_store = MEMORY", "mmap_size = 0", "trusted_schema = OFF"] {
        try database.execute(sql: "PRAGMA \(pragma)")
      }
    }
    return try DatabaseQueue(path: folder.databasePath, configuration: configuration)
  }

  /// Refuses what is not a sound ledger of this version or an earlier release, and brings it up to date.
  static func prepareSchema(_ writer: DatabaseQueue, checkAll: Bool, mark: HighWaterMark) throws {
    try writer.writeWithoutTransaction { database in
      let marked = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let tables = try Int64.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      guard marked == applicationID || (marked == 0 && tables == 0) else { throw LedgerError.notALedger }
      if checkAll, tables > 0 {
        guard try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else { throw LedgerError.corrupt }
      }
      // Events and entries are numbered from the moment on at which the schema stands; a log that lost all of it has no
      // table of numbers.
      let isNumbered = try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence')")
      if let noted = mark.noted(), try isNumbered != true || SQLiteDatabase(database).reached().isBehind(noted) {
        throw LedgerError.lostItsEnd
      }
      try LedgerMigrations.check(database)
      if marked == 0 { try database.execute(sql: "PRAGMA application_id = \(applicationID)") }
    }
    try LedgerMigrations.migrator.migrate(writer)
    let reached = try writer.read { try SQLiteDatabase($0).reached() }
    if let error = mark.note(reached) { throw error }
  }
}
