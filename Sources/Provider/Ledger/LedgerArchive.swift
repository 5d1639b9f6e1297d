import GRDB

/// What can be read of: a ledger that is open, or the files of one that is not.
package protocol LedgerReading: Sendable {
  /// Runs reads on one consistent state of the ledger.
  func read<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws(LedgerError) -> T
  ) async throws(LedgerError) -> T
}

extension Ledger: LedgerReading {}

/// The ledger of a provider that is not running, for reading only. Holds the lock meanwhile, so that no provider starts
/// on it.
package final class LedgerArchive: LedgerReading {
  private let reader: DatabaseQueue
  private let lock: LedgerLock

  /// Opens the ledger in a folder.
  ///
  /// - Throws: ``LedgerError/alreadyInUse(pid:)`` while a provider runs, ``LedgerError/unsafeLocation(_:)``,
  ///   ``LedgerError/notALedger``, and ``LedgerError/versionConflict`` where an earlier version wrote it, which the
  ///   next start of the provider brings up to date.
  package init(folder: String) throws(LedgerError) {
    let folder = try LedgerFolder(existing: folder)
    lock = try LedgerLock(path: folder.lockPath)
    try folder.checkDatabaseFile()
    reader = try mappingErrors {
      let reader = try LedgerConnection.reader(folder)
      try reader.read { database in
        guard try Int64.fetchOne(database, sql: "PRAGMA application_id") == LedgerConnection.applicationID else {
          throw LedgerError.notALedger
        }
        try LedgerMigrations.check(database)
        guard try LedgerMigrations.migrator.hasCompletedMigrations(database) else { throw LedgerError.versionConflict }
      }
      return reader
    }
  }

  deinit {
    // Nothing is running any more; an error here would be of a statement left open, which there is none of.
    try? reader.close()
    // Closing the descriptor alone would leave the lock with a process that this one is just starting.
    lock.release()
  }

  /// Runs reads on one consistent state of the ledger.
  package func read<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws(LedgerError) -> T
  ) async throws(LedgerError) -> T {
    let result: Result<T, LedgerError> = await withCheckedContinuation { continuation in
      reader.asyncUnsafeRead { connection in
        continuation.resume(
          returning: Result { () throws(LedgerError) in
            try LedgerReader(mappingErrors { try connection.get() }).inSnapshot(work)
          })
      }
    }
    return try result.get()
  }
}
