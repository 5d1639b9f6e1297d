import GRDB

/// The provider's durable memory: one SQLite file in a folder that belongs to the owner, used by one process at a time.
///
/// Once ``write(_:)`` has returned, the data survives the end of the process and a power failure. Writes of concurrent
/// tasks are collected while the disk is busy and committed together with one synchronisation. Each write is a unit of
/// its own, and its failure does not affect the others. All functions may be called from any thread. The work runs on
/// two queues of the ledger, one for writes and one for reads.
///
/// If the disk is full, only the units at hand fail. If the disk fails during a write, the ledger cannot be used any
/// more: it is unknown whether the write is durable, so it is not repeated, all further calls throw
/// ``LedgerError/failed``, and the program has to end (see `onFatal`).
package final class Ledger: Sendable {
  let folder: LedgerFolder
  let writes: GroupCommit
  private let reader: DatabaseQueue
  // The lock is declared last, so that it is released after the files are closed.
  private let lock: LedgerLock

  /// Opens a ledger, creates it if it does not exist, and migrates it to the present version. Blocks until that is
  /// done.
  ///
  /// - Parameters:
  ///   - folder: A folder that only the owner can access (0700). It is created if only its last component is missing.
  ///   - observer: Told of each commit.
  ///   - onFatal: Called once, on a queue of the ledger, when the disk has failed or the file is damaged. The program
  ///     must then take no more payments and end.
  /// - Throws: ``LedgerError/alreadyInUse(pid:)``, ``LedgerError/unsafeLocation(_:)``,
  ///   ``LedgerError/schemaBeforeRelease``, ``LedgerError/schemaFromTheFuture``, ``LedgerError/notALedger``,
  ///   ``LedgerError/corrupt``, ``LedgerError/changedOutside``, ``LedgerError/lostItsEnd``, ``LedgerError/diskFull``.
  package init(
    folder: String, observer: (any LedgerObserver)? = nil, onFatal: @escaping @Sendable (LedgerError) -> Void
  ) throws(LedgerError) {
    let folder = try LedgerFolder(path: folder)
    self.folder = folder
    lock = try LedgerLock(path: folder.lockPath)
    let wasUnclean = (LedgerFolder.size(of: folder.logPath) ?? 0) > 0
    try folder.prepareDatabaseFile()
    let checkAll =
      wasUnclean
      || (LedgerFolder.size(of: folder.databasePath) ?? 0) <= LedgerConnection.alwaysCheckedSize
    let mark = try HighWaterMark(path: folder.markPath)
    let seals = try PageSeals(folder)
    if checkAll { try seals.check() }
    let writer = try mappingErrors { try LedgerConnection.writer(folder) }
    // If opening fails from here on, the files stay as they are.
    writes = GroupCommit(writer, mark: mark, seals: seals, observer: observer, onFatal: onFatal)
    reader = try mappingErrors {
      try LedgerConnection.prepareSchema(writer, checkAll: checkAll, mark: mark)
      try seals.begin()
      return try LedgerConnection.reader(folder)
    }
  }

  /// Runs a unit of writes and returns when it is durable.
  ///
  /// The unit runs on the ledger's queue, inside a transaction that it may share with other units; it must not block.
  /// If it throws, everything that it wrote is rolled back. Cancelling the task does not stop the unit. It should throw
  /// only ``LedgerError``; any other error becomes ``LedgerError/unexpected(code:)``.
  package func write<T: Sendable>(
    _ unit: @escaping @Sendable (LedgerTransaction) throws -> T
  ) async throws(LedgerError) -> T {
    let result: Result<T, LedgerError> = await withCheckedContinuation { continuation in
      writes.submit(WriteUnit(unit, continuation))
    }
    return try result.get()
  }

  /// Runs reads on one consistent state of the ledger, concurrently with writes. The state includes every write that
  /// has returned.
  package func read<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws -> T
  ) async throws(LedgerError) -> T {
    if let refusal = writes.closedOrFailed { throw refusal }
    let result: Result<T, LedgerError> = await withCheckedContinuation { continuation in
      reader.asyncUnsafeRead { connection in
        let result = Result { () throws(LedgerError) in
          try mappingErrors { try LedgerReader(connection.get()).inSnapshot(work) }
        }
        continuation.resume(returning: result)
      }
    }
    if case .failure(let error) = result, error.isFatal { writes.fail(error) }
    return try result.get()
  }

  /// The amount of work that was committed since the ledger was opened.
  package var statistics: LedgerStatistics { writes.statistics }

  /// Refuses further work, finishes what was accepted, and closes the file, which another process may then open.
  ///
  /// Does nothing after a failure of the disk. Closing would write to the disk, and the lock must be held until the
  /// program ends.
  package func close() async {
    guard await writes.finish() else { return }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      reader.asyncUnsafeRead { _ in continuation.resume() }
    }
    // Nothing is running any more. An error here could only come from an open statement, and there is none.
    try? reader.close()
    writes.closeDatabase()
    lock.release()
  }
}

/// Is told of the commits of a ledger, on its queue, so that it must not block.
package protocol LedgerObserver: Sendable {
  /// So many units became durable together, and that took so long.
  func committed(units: Int, in duration: Duration)
  /// A transaction was lost with all of its units.
  func commitFailed()
}

/// Counts the commits of a ledger.
package struct LedgerStatistics: Sendable, Hashable {
  /// The number of units that were committed.
  package var units = 0
  /// The number of transactions, each with one synchronisation of the disk.
  package var commits = 0
  /// The largest number of units in one transaction.
  package var largestCommit = 0
}
