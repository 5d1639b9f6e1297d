import GRDB

/// The provider's durable memory: one SQLite file in a folder of the owner's, held by one process at a time.
///
/// What ``write(_:)`` has answered survives the end of the process and of the power. Writes of concurrent tasks are
/// collected while the disk is busy and committed together with one synchronisation; each is a unit of its own, whose
/// failure does not touch the others. Any thread may call; work runs on two queues of its own, one that writes and one
/// that reads.
///
/// A full disk fails the units at hand and nothing else. When the disk fails a write, the ledger is over: whether that
/// write is durable cannot be known, so it is never tried again, all that follows is refused with
/// ``LedgerError/failed``, and the program has to end (see `onFatal`).
package final class Ledger: Sendable {
  private let writes: GroupCommit
  private let reader: DatabaseQueue
  // Last, so that it is given back after the files are closed.
  private let lock: LedgerLock

  /// Opens a ledger, making it where it is missing, and brings it to the present version. Blocks for as long as that
  /// takes.
  ///
  /// - Parameters:
  ///   - folder: a folder of the owner's alone (0700); made where only its last part is missing.
  ///   - onFatal: called once, on a queue of the ledger's, when the disk has failed or the file is damaged; the program
  ///     must take no more payments and end.
  /// - Throws: ``LedgerError/alreadyInUse(pid:)``, ``LedgerError/unsafeLocation(_:)``,
  ///   ``LedgerError/schemaBeforeRelease``, ``LedgerError/schemaFromTheFuture``, ``LedgerError/notALedger``,
  ///   ``LedgerError/corrupt``, ``LedgerError/changedOutside``, ``LedgerError/lostItsEnd``, ``LedgerError/diskFull``.
  package init(folder: String, onFatal: @escaping @Sendable (LedgerError) -> Void) throws(LedgerError) {
    let folder = try LedgerFolder(path: folder)
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
    // From here on also a refusal leaves the files as they are.
    writes = GroupCommit(writer, mark: mark, seals: seals, onFatal: onFatal)
    reader = try mappingErrors {
      try LedgerConnection.prepareSchema(writer, checkAll: checkAll, mark: mark)
      try seals.begin()
      return try LedgerConnection.reader(folder)
    }
  }

  /// Runs a unit of writes and answers when it is durable.
  ///
  /// The unit runs on the ledger's queue, inside a transaction that it may share with other units; it must not block.
  /// When it throws, all that it wrote is taken back. Cancelling the task does not stop it. A closure that is written
  /// in place says `transaction throws(LedgerError) in`, which the compiler does not infer.
  package func write<T: Sendable>(
    _ unit: @escaping @Sendable (LedgerTransaction) throws(LedgerError) -> T
  ) async throws(LedgerError) -> T {
    let result: Result<T, LedgerError> = await withCheckedContinuation { continuation in
      writes.submit(WriteUnit(unit, continuation))
    }
    return try result.get()
  }

  /// Runs reads on one consistent state of the ledger, beside the writes; sees all that was answered before.
  package func read<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws(LedgerError) -> T
  ) async throws(LedgerError) -> T {
    if let refusal = writes.closedOrFailed { throw refusal }
    let result: Result<T, LedgerError> = await withCheckedContinuation { continuation in
      reader.asyncUnsafeRead { connection in
        let result = Result { () throws(LedgerError) in
          try LedgerReader(mappingErrors { try connection.get() }).inSnapshot(work)
        }
        continuation.resume(returning: result)
      }
    }
    if case .failure(let error) = result, error.isFatal { writes.fail(error) }
    return try result.get()
  }

  /// How much was committed since the ledger was opened.
  package var statistics: LedgerStatistics { writes.statistics }

  /// Refuses further work, finishes what was accepted, and closes the file; another process may open it then.
  ///
  /// Does nothing after a failure of the disk: closing would write, and the lock must be held until the program ends.
  package func close() async {
    guard await writes.finish() else { return }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      reader.asyncUnsafeRead { _ in continuation.resume() }
    }
    // Nothing is running any more; an error here would be of a statement left open, which there is none of.
    try? reader.close()
    writes.closeDatabase()
    lock.release()
  }
}

/// How much a ledger committed.
package struct LedgerStatistics: Sendable, Hashable {
  /// Units that were committed.
  package var units = 0
  /// Transactions that carried them, each with one synchronisation of the disk.
  package var commits = 0
  /// The most units in one transaction.
  package var largestCommit = 0
}
