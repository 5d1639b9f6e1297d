import CPageWatch
import GRDB
import Synchronization

/// The ledger in a file of the owner's folder, for one process at a time.
final class SQLiteEngine: LedgerEngine {
  /// The number of units between two checkpoints. A unit writes a few pages, so the log stays at some megabytes.
  private static let unitsPerCheckpoint = 500

  private let folder: LedgerFolder
  private let mark: HighWaterMark
  private let seals: PageSeals
  private let writer: DatabaseQueue
  private let reader: DatabaseQueue
  private let reads: SnapshotReads
  private let unitsSinceCheckpoint = Mutex(0)
  // The lock is declared last, so that it is released after the files are closed.
  private let lock: LedgerLock
  private let keepsLock: Bool

  let largestBatch = 256
  let lease: LedgerLease? = nil

  /// Opens the files, creates them if they do not exist, and migrates them to the present version. Blocks until that is
  /// done.
  ///
  /// - Parameters:
  ///   - checksAll: whether a large file is read as a whole, too, although it was closed in order.
  ///   - lock: the lock of somebody who has it already, and keeps it when the files are closed.
  init(_ folder: LedgerFolder, checksAll: Bool = false, lock: LedgerLock? = nil) throws(LedgerError) {
    self.folder = folder
    keepsLock = lock != nil
    self.lock = if let lock { lock } else { try LedgerLock(path: folder.lockPath) }
    guard LedgerFolder.size(of: folder.movingPath) == nil else { throw .moveUnfinished }
    let wasUnclean = (LedgerFolder.size(of: folder.logPath) ?? 0) > 0
    try folder.prepareDatabaseFile()
    if wasUnclean { try folder.writeLogAgain() }
    let checkAll =
      checksAll || wasUnclean
      || (LedgerFolder.size(of: folder.databasePath) ?? 0) <= SQLiteOpening.alwaysCheckedSize
    let (mark, seals) = (try HighWaterMark(path: folder.markPath), try PageSeals(folder))
    (self.mark, self.seals) = (mark, seals)
    if checkAll { try seals.check() }
    // The seals are compared once. From here on SQLite itself reads nothing but what it wrote or read before.
    guard payport_watch_pages(folder.databasePath) == 0 else { throw .unexpected(code: -7) }
    let writer = try mappingErrors { try SQLiteOpening.writer(folder) }
    self.writer = writer
    reader = try Self.reader(folder, writer, checkAll: checkAll, mark, seals)
    reads = SnapshotReads(reader)
  }

  /// Checks and migrates the database, and opens it for reading. If that fails, the files stay as they are.
  private static func reader(
    _ folder: LedgerFolder, _ writer: DatabaseQueue, checkAll: Bool, _ mark: HighWaterMark, _ seals: PageSeals
  ) throws(LedgerError) -> DatabaseQueue {
    try mappingErrors {
      try SQLiteOpening.prepareSchema(writer, checkAll: checkAll, mark: mark)
      try seals.begin()
      return try SQLiteOpening.reader(folder)
    }
  }

  func onWriter(_ work: @escaping @Sendable (any LedgerDatabase) -> Void) {
    writer.asyncWriteWithoutTransaction { work(SQLiteDatabase($0)) }
  }

  func onReader(_ work: @escaping @Sendable (Result<any LedgerDatabase, LedgerError>) -> Void) { reads.submit(work) }

  /// Waits for work with the connection that reads.
  func waitForReader<T>(_ work: (SQLiteDatabase) throws -> T) throws -> T {
    try reader.unsafeRead { try work(SQLiteDatabase($0)) }
  }

  func committed(_ reached: HighWaterMark.Reached) -> LedgerError? { mark.note(reached) }

  /// Moves the log into the database file, if it is time for it.
  func answered(units: Int) -> LedgerError? {
    let isDue = unitsSinceCheckpoint.withLock { count in
      count += units
      guard count >= Self.unitsPerCheckpoint else { return false }
      count = 0
      return true
    }
    // If the disk is full, or a reader still uses an old state, the log grows until the next attempt.
    guard isDue, let failure = checkpoint(), failure.isFatal else { return nil }
    return failure
  }

  /// Moves the log into the database file and seals the pages before anything is written to the log again, because that
  /// could overwrite the log from its beginning. Returns why it could not be done.
  private func checkpoint() -> LedgerError? {
    do throws(LedgerError) {
      try mappingErrors {
        // This may run inside of `onWriter`, where the queue lets the same thread enter.
        _ = try writer.unsafeReentrantWrite { try $0.checkpoint(.passive) }
        try seals.sealLoggedPages()
      }
    } catch {
      return error
    }
    return nil
  }

  func copy(to path: String) async throws(LedgerError) -> AuditHead { try await LedgerCopy.write(folder, to: path) }

  func close() async -> LedgerError? {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      reader.asyncUnsafeRead { _ in continuation.resume() }
    }
    // Nothing is running any more. An error here could only come from an open statement, and there is none.
    try? reader.close()
    defer { if !keepsLock { lock.release() } }
    if let failure = checkpoint() {
      // The log keeps what could not be moved. The next start reads it from there.
      return failure.isFatal ? failure : nil
    }
    try? writer.unsafeReentrantWrite { try SQLiteOpening.keepLog(false, whenClosing: $0) }
    try? writer.close()
    return nil
  }
}
