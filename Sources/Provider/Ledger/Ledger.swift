package import PostgreSQL
import Synchronization

/// Where a ledger is.
package enum LedgerPlace: Sendable, Hashable {
  /// One SQLite file in a folder that belongs to the owner, used by one process at a time.
  case folder(String)
  /// A database of PostgreSQL, which several processes may use; the folder holds what this one has to remember beside
  /// it.
  ///
  /// With the key of the provider, a ledger of a provider with another key is refused.
  case postgres(PostgresAddress, folder: String, provider: String? = nil)

  /// The folder of this process.
  package var folder: String {
    switch self {
    case .folder(let folder), .postgres(_, let folder, _): folder
    }
  }
}

/// The provider's durable memory.
///
/// Once ``write(_:)`` has returned, the data survives the end of the process and a power failure. Writes of concurrent
/// tasks are collected while the database is busy and committed together. Each write is a unit of its own, and its
/// failure does not affect the others. Units are carried out one after another, also those of several processes on one
/// database. All functions may be called from any thread. The work runs on queues of the engine.
///
/// If the disk is full or the server cannot be reached, only the units at hand fail. If it is unknown whether a write is
/// durable, it is not repeated, all further calls throw ``LedgerError/failed``, and the program has to end (see
/// `onFatal`).
package final class Ledger: Sendable {
  let writes: GroupCommit
  let engine: any LedgerEngine
  private let observer: (any LedgerObserver)?
  private let renewal = Mutex<Task<Void, Never>?>(nil)

  /// Opens a ledger, creates it if it does not exist, and migrates it to the present version. Blocks until that is
  /// done.
  ///
  /// - Parameters:
  ///   - place: Its folder can be accessed only by the owner (0700), and is created if only its last component is missing.
  ///   - lock: The lock of the folder, if the caller has it already; only with a database.
  ///   - interval: How often the lease on a database is renewed while nothing is written; `nil` where the caller does that.
  ///   - witness: What this process has seen of a database so far; without it, what is there is taken for complete.
  ///   - observer: Told of each commit, and whether the ledger can be reached.
  ///   - onFatal: Called once, on a queue of the ledger, when the disk has failed or the file is damaged. The program
  ///     must then take no more payments and end.
  /// - Throws: ``LedgerError/alreadyInUse(pid:)``, ``LedgerError/unsafeLocation(_:)``,
  ///   ``LedgerError/schemaBeforeRelease``, ``LedgerError/schemaFromTheFuture``, ``LedgerError/notALedger``,
  ///   ``LedgerError/corrupt``, ``LedgerError/changedOutside``, ``LedgerError/lostItsEnd``, ``LedgerError/diskFull``,
  ///   ``LedgerError/unreachable(_:)``, ``LedgerError/writtenElsewhere``,
  ///   ``LedgerError/ofOtherProvider(_:)``.
  package convenience init(
    _ place: LedgerPlace, lock: LedgerLock? = nil, renewing interval: Duration? = PostgresLease.renewalInterval,
    witness: LedgerWitness? = nil, observer: (any LedgerObserver)? = nil,
    onFatal: @escaping @Sendable (LedgerError) -> Void
  ) throws(LedgerError) {
    let folder = try LedgerFolder(path: place.folder)
    let engine: any LedgerEngine
    switch place {
    case .folder: engine = try SQLiteEngine(folder)
    case .postgres(let address, _, let provider):
      engine = try PostgresEngine(
        address, folder, provider: provider, lock: lock, witness: witness, observer: observer)
    }
    self.init(engine, observer: observer, onFatal: onFatal)
    if case .postgres = place, let interval { keepLease(interval) }
  }

  /// Creates the ledger of an open database.
  init(
    _ engine: any LedgerEngine, observer: (any LedgerObserver)? = nil,
    onFatal: @escaping @Sendable (LedgerError) -> Void
  ) {
    self.engine = engine
    writes = GroupCommit(engine, observer: observer, onFatal: onFatal)
    self.observer = observer
  }

  deinit { renewal.withLock { $0?.cancel() } }

  /// Writes nothing from time to time, which renews the lease, and ends the ledger if another process has it.
  private func keepLease(_ interval: Duration) {
    let task = Task { [weak self] in
      while true {
        // Cancellation ends the sleep, and then the loop.
        guard (try? await Task.sleep(for: interval)) != nil, let self else { return }
        // If the server cannot be reached, the next attempt comes soon.
        try? await self.confirmHolding()
      }
    }
    renewal.withLock { $0 = task }
  }

  /// Opens the ledger in a folder; see ``init(_:observer:onFatal:)``.
  package convenience init(
    folder: String, observer: (any LedgerObserver)? = nil, onFatal: @escaping @Sendable (LedgerError) -> Void
  ) throws(LedgerError) {
    try self.init(.folder(folder), observer: observer, onFatal: onFatal)
  }

  /// Runs a unit of writes and returns when it is durable.
  ///
  /// The unit runs on the ledger's queue, inside a transaction that it may share with other units; it must not block.
  /// If it throws, everything that it wrote is rolled back. Cancelling the task does not stop the unit. It should throw
  /// only ``LedgerError``; any other error becomes ``LedgerError/unexpected(code:)``.
  ///
  /// - Parameter isCounted: Whether it is work of the provider, and not only a renewal of the lease.
  package func write<T: Sendable>(
    isCounted: Bool = true, _ unit: @escaping @Sendable (LedgerTransaction) throws -> T
  ) async throws(LedgerError) -> T {
    let result: Result<T, LedgerError> = await withCheckedContinuation { continuation in
      writes.submit(WriteUnit(unit, isCounted: isCounted, continuation))
    }
    return try result.get()
  }

  /// Runs reads on one consistent state of the ledger, concurrently with writes. The state includes every write that
  /// has returned.
  package func read<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws -> T
  ) async throws(LedgerError) -> T {
    if let refusal = writes.closedOrFailed { throw refusal }
    let result = await LedgerReader.reading(work, on: engine.onReader)
    switch result {
    case .failure(let error) where error.isFatal: writes.fail(error)
    case .failure(.unavailable): observer?.reached(false)
    case .success: observer?.reached(true)
    case .failure: break
    }
    return try result.get()
  }

  /// Makes sure that this process still writes the ledger, and renews its lease. Called right before something is handed
  /// to a wallet that another process must not do, too: what is only written needs it not, since each transaction finds
  /// out by itself. A file has no other writer.
  package func confirmHolding() async throws(LedgerError) {
    if lease != nil { try await write(isCounted: false) { _ in } }
  }

  /// By what this process writes, where others stand by; `nil` for a file.
  package var lease: LedgerLease? { engine.lease }

  /// Whether it is known that the ledger lacks nothing that was answered from it. A database whose state folder has no mark,
  /// and that nobody was seen writing, may be an older copy: what its owner locked, revoked or lowered since, and what was
  /// paid and received, is not in it. Nothing of it is noted in the folder before ``vouch()``.
  package var isVouchedFor: Bool { engine.isVouchedFor }

  /// Takes the ledger for complete from now on.
  package func vouch() { engine.vouch() }

  /// Looks at the lease, the clock and the standbys of a ledger in a database, and tells the observer.
  package func look() {
    guard let observer else { return }
    engine.look { observer.saw($0) }
  }

  /// The amount of work that was committed since the ledger was opened.
  package var statistics: LedgerStatistics { writes.statistics }

  /// Refuses further work, finishes what was accepted, and closes the file, which another process may then open.
  ///
  /// Does nothing after a failure of the disk. Closing would write to the disk, and the lock must be held until the
  /// program ends.
  package func close() async {
    renewal.withLock { $0?.cancel() }
    guard await writes.finish() else { return }
    await writes.closeDatabase()
  }
}

/// Is told of the commits of a ledger, on its queue, so that it must not block.
package protocol LedgerObserver: Sendable {
  /// So many units became durable together, and that took so long.
  func committed(units: Int, in duration: Duration)
  /// A transaction was lost with all of its units.
  func commitFailed()
  /// Something was read or written, or the server of the database could not be reached for it.
  func reached(_ isReached: Bool)
  /// Something was committed, which renews the lease, or the lease was renewed.
  func renewed()
  /// Somebody has looked at a ledger that several processes share.
  func saw(_ sight: LedgerSight)
}

extension LedgerObserver {
  package func renewed() {}
  package func saw(_ sight: LedgerSight) {}
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
