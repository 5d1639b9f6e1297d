import GRDB
import Platform

/// A new file with a ledger in it.
enum SQLiteFile {
  /// Makes the file, of mode 0600, and fills it in one transaction. Afterwards it is on the disk.
  ///
  /// - Throws: ``LedgerCopyFailure``, or ``LedgerError``. There is no file then.
  static func make<T>(at path: String, _ fill: (any LedgerCopyTarget) throws -> T) throws -> T {
    // SQLite would give a new file the permissions of the umask. It takes an empty one as it is.
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw errno == ENOSPC ? LedgerError.diskFull : .unsafeLocation(.notAccessible) }
    defer { close(file) }
    do {
      let result = try fillNew(path, fill)
      guard fsync(file) == 0 else { throw errno == ENOSPC ? LedgerError.diskFull : .unexpected(code: -5) }
      return result
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Whether there is a file with anything in it. A start that was refused leaves one without tables.
  static func hasTables(at path: String) -> Bool {
    guard LedgerFolder.size(of: path) != nil else { return false }
    var configuration = Configuration()
    configuration.readonly = true
    // What cannot be read is something.
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return true }
    defer { try? queue.close() }
    return (try? queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }) != 0
  }

  /// The end of the audit log in the file of a ledger that nobody uses.
  static func auditHead(at path: String) throws -> AuditHead {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    // An error here could only come from an open statement, and there is none.
    defer { try? queue.close() }
    return try queue.read { try LedgerReader(SQLiteDatabase($0)).auditHead() }
  }

  private static func fillNew<T>(_ path: String, _ fill: (any LedgerCopyTarget) throws -> T) throws -> T {
    var configuration = Configuration()
    configuration.label = "payport.ledger.copy"
    configuration.foreignKeysEnabled = true
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      // A file that is not finished is thrown away, so that it needs no protection before its end.
      for pragma in [
        "auto_vacuum = INCREMENTAL", "journal_mode = MEMORY", "synchronous = OFF", "temp_store = MEMORY",
        "trusted_schema = OFF",
      ] {
        try database.execute(sql: "PRAGMA \(pragma)")
      }
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    // An error here could only come from an open statement, and there is none.
    defer { try? queue.close() }
    try LedgerMigrations.migrator.migrate(queue)
    return try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA application_id = \(SQLiteOpening.applicationID)")
      let target = SQLiteDatabase(database)
      try target.beginWrite()
      do {
        let result = try fill(target)
        _ = try target.commitWrite()
        return result
      } catch {
        // The file is thrown away.
        try? target.rollBack()
        throw error
      }
    }
  }
}

extension SQLiteDatabase: LedgerCopyTarget {
  /// The first table with a text that has the character U+0000, which PostgreSQL does not store. Text is read up to that
  /// character only, so that no comparison would notice.
  func tableWithZeroCharacter() throws -> String? {
    for table in LedgerSchema.tables {
      let texts = table.columns.filter { $0.kind == .text }.map(\.name)
      let found = texts.map { "instr(CAST(\($0) AS BLOB), x'00') > 0" }
      var isFound = false
      try forEachRow("SELECT 1 FROM \(table.name) WHERE \(found.joined(separator: " OR ")) LIMIT 1", []) { _ in
        isFound = true
        return false
      }
      if isFound { return table.name }
    }
    return nil
  }

  /// The tables whose numbers SQLite keeps count of itself are in `sqlite_sequence` once they had a row.
  func continueNumbers(events: Int64) throws {
    try execute("UPDATE sqlite_sequence SET seq = max(seq, $1) WHERE name = 'events'", [events])
    guard try changedRows() == 0, events > 0 else { return }
    try execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('events', $1)", [events])
  }
}
