import PostgreSQL
import Synchronization

#if canImport(FoundationEssentials)
  import Dispatch
  import FoundationEssentials
#else
  import Foundation
#endif

/// The ledger in a database of PostgreSQL. Of several processes one writes, and another one takes over when it ends; see
/// ``PostgresLease``.
///
/// The folder has the lock, so that two processes do not share it, and the mark, so that a database which was put back to
/// an older copy is noticed by each process that had been told of more.
final class PostgresEngine: LedgerEngine {
  /// A subtransaction for each unit: above 64 of them the server keeps them in files.
  let largestBatch = 60
  let triesUnitsTogether = true

  var lease: LedgerLease? { place.lease }
  var isVouchedFor: Bool { place.isVouchedFor }

  private let place: PostgresPlace
  private let writer: PostgresWorker
  private let readers: [PostgresWorker]
  private let turn = Mutex(0)
  // The lock is declared last, so that it is released after the connections are closed.
  private let lock: LedgerLock

  /// Connects, makes the tables if there are none, and checks them otherwise. Blocks until that is done.
  ///
  /// - Parameters:
  ///   - lock: the lock of the folder, if the caller has it already.
  ///   - witness: what this process has seen of the ledger so far.
  init(
    _ address: PostgresAddress, _ folder: LedgerFolder, provider: String?, lock: LedgerLock?, witness: LedgerWitness?,
    observer: (any LedgerObserver)?
  ) throws(LedgerError) {
    self.lock = if let lock { lock } else { try LedgerLock(path: folder.lockPath) }
    guard LedgerFolder.size(of: folder.movingPath) == nil else { throw .moveUnfinished }
    let place = try PostgresPlace(address, folder, provider: provider, witness: witness, observer: observer)
    self.place = place
    try place.prepare()
    let cache = QueryCache()
    writer = PostgresWorker("payport.ledger.writer", place, cache)
    readers = (1...3).map { PostgresWorker("payport.ledger.reader-\($0)", place, cache) }
  }

  func onWriter(_ work: @escaping @Sendable (any LedgerDatabase) -> Void) {
    // After closing, no unit is accepted that could come here.
    writer.run { database in if let database { work(database) } }
  }

  func onReader(_ work: @escaping @Sendable (Result<any LedgerDatabase, LedgerError>) -> Void) {
    // The one with the shortest queue, beginning with another one each time.
    let start = turn.withLock { turn in
      turn = (turn + 1) % readers.count
      return turn
    }
    let worker = (readers[start...] + readers[..<start]).min { $0.load < $1.load }
    worker?.run { database in work(database.map { .success($0) } ?? .failure(.closed)) }
  }

  func vouch() { place.vouch() }

  func look(_ told: @escaping @Sendable (LedgerSight) -> Void) {
    // What it reads is of no importance, so that the requests of apps come first.
    guard let reader = readers.min(by: { $0.load < $1.load }) else { return }
    reader.run { database in
      guard let database = database as? PostgresDatabase, let sight = try? database.look() else { return }
      told(sight)
    }
  }

  func committed(_ reached: HighWaterMark.Reached) -> LedgerError? { place.note(reached) }

  func answered(units: Int) -> LedgerError? { nil }

  func copy(to path: String) async throws(LedgerError) -> AuditHead {
    try await PostgresCopy.write(place, to: path)
  }

  func close() async -> LedgerError? {
    for worker in readers + [writer] { await worker.close() }
    place.release()
    lock.release()
    return nil
  }
}

/// A connection with a queue of its own, on which it is used and waits.
final class PostgresWorker: Sendable {
  private let queue: DispatchQueue
  // Only used on the queue.
  private nonisolated(unsafe) var database: PostgresDatabase?
  private let waiting = Atomic(0)

  init(_ label: String, _ place: PostgresPlace, _ cache: QueryCache? = nil) {
    queue = DispatchQueue(label: label)
    database = PostgresDatabase(place, cache)
  }

  /// The number of works that wait or run.
  var load: Int { waiting.load(ordering: .relaxed) }

  /// Runs work with the connection, or with `nil` after it was closed.
  func run(_ work: @escaping @Sendable ((any LedgerDatabase)?) -> Void) {
    waiting.add(1, ordering: .relaxed)
    queue.async { [self] in
      work(database)
      waiting.subtract(1, ordering: .relaxed)
    }
  }

  func close() async {
    await withCheckedContinuation { continuation in
      queue.async {
        self.database = nil
        continuation.resume()
      }
    }
  }
}
