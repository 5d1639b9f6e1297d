import GRDB

/// A source of ledger data: an open ledger, or the files of a ledger that is not open.
package protocol LedgerReading: Sendable {
  /// Runs reads on one consistent state of the ledger.
  func read<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws -> T
  ) async throws(LedgerError) -> T
}

extension Ledger: LedgerReading {}

/// The ledger of a provider that is not running, opened for reading only. It holds the ledger's lock, so that no
/// provider can start on it in the meantime.
package final class LedgerArchive: LedgerReading {
  let folder: LedgerFolder
  private let reader: DatabaseQueue
  private let lock: LedgerLock

  /// Opens the ledger in a folder.
  ///
  /// - Throws: ``LedgerError/alreadyInUse(pid:)`` while a provider runs, ``LedgerError/unsafeLocation(_:)``,
  /// ``LedgerError/notALedger``, ``LedgerError/moveUnfinished``, and ``LedgerError/versionConflict`` if an earlier version of the program wrote it. The
  /// next start of the provider then migrates it.
  package init(folder: String) throws(LedgerError) {
    let folder = try LedgerFolder(existing: folder)
    self.folder = folder
    lock = try LedgerLock(path: folder.lockPath)
    guard LedgerFolder.size(of: folder.movingPath) == nil else { throw .moveUnfinished }
    try folder.checkDatabaseFile()
    reader = try mappingErrors {
      let reader = try SQLiteOpening.reader(folder)
      try reader.read { database in
        guard try Int64.fetchOne(database, sql: "PRAGMA application_id") == SQLiteOpening.applicationID else {
          throw LedgerError.notALedger
        }
        try LedgerMigrations.check(database)
        guard try LedgerMigrations.migrator.hasCompletedMigrations(database) else { throw LedgerError.versionConflict }
      }
      return reader
    }
  }

  deinit {
    // Nothing is running any more. An error here could only come from an open statement, and there is none.
    try? reader.close()
  }

  /// Runs reads on one consistent state of the ledger.
  package func read<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws -> T
  ) async throws(LedgerError) -> T {
    let result = await LedgerReader.reading(work) { run in
      reader.asyncUnsafeRead { connection in
        run(Result { () throws(LedgerError) in try mappingErrors { SQLiteDatabase(try connection.get()) } })
      }
    }
    return try result.get()
  }
}
