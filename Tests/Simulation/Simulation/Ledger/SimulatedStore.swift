import GRDB

@testable import Ledger

/// The disk of a simulated provider: what was committed, in memory. It outlives the provider's process.
///
/// `@unchecked Sendable`: the simulation has one thread.
final class SimulatedStore: @unchecked Sendable {
  let queue: DatabaseQueue
  /// What the next commits are to meet, the last one first.
  var faults: [Fault] = []

  /// What can become of a commit.
  enum Fault {
    /// Nothing is stored, and the ledger goes on.
    case full
    /// Nothing is stored, and the disk has failed.
    case lost
    /// All is stored, and the process never learns of it.
    case storedUnseen
  }

  init() throws {
    queue = try DatabaseQueue()
    try LedgerMigrations.migrator.migrate(queue)
  }
}

/// A ledger on a simulated disk. Units and reads are jobs of the schedule, one after another.
final class SimulatedEngine: LedgerEngine {
  let largestBatch = 256
  let lease: LedgerLease? = nil
  private let store: SimulatedStore

  init(_ store: SimulatedStore) { self.store = store }

  func onWriter(_ work: @escaping @Sendable (any LedgerDatabase) -> Void) {
    Task { [store] in
      store.queue.unsafeReentrantWrite { work(SimulatedConnection($0, store)) }
    }
  }

  func onReader(_ work: @escaping @Sendable (Result<any LedgerDatabase, LedgerError>) -> Void) {
    Task { [store] in
      store.queue.unsafeReentrantWrite { work(.success(SimulatedConnection($0, store))) }
    }
  }

  func committed(_ reached: HighWaterMark.Reached) -> LedgerError? { nil }
  func answered(units: Int) -> LedgerError? { nil }
  func copy(to path: String) async throws(LedgerError) -> AuditHead { throw .closed }
  func close() async -> LedgerError? { nil }
  func leave() {}
}

/// SQLite's own connection, but for commits that meet a fault.
final class SimulatedConnection: LedgerDatabase {
  private let real: SQLiteDatabase
  private let store: SimulatedStore

  init(_ database: Database, _ store: SimulatedStore) {
    real = SQLiteDatabase(database)
    self.store = store
  }

  var isInTransaction: Bool { real.isInTransaction }
  func beginWrite() throws { try real.beginWrite() }

  func commitWrite() throws -> HighWaterMark.Reached {
    guard let fault = store.faults.popLast() else { return try real.commitWrite() }
    switch fault {
    case .full: throw LedgerError.diskFull
    case .lost: throw LedgerError.failed
    case .storedUnseen:
      _ = try real.commitWrite()
      throw LedgerError.failed
    }
  }

  func beginRead() throws { try real.beginRead() }
  func endRead() throws { try real.endRead() }
  func rollBack() throws { try real.rollBack() }
  func openSavepoint() throws { try real.openSavepoint() }
  func releaseSavepoint() throws { try real.releaseSavepoint() }
  func revertSavepoint() throws { try real.revertSavepoint() }
  func execute(_ sql: String, _ arguments: LedgerArguments) throws { try real.execute(sql, arguments) }
  func changedRows() throws -> Int { try real.changedRows() }

  func forEachRow(_ sql: String, _ arguments: LedgerArguments, _ body: (any LedgerRow) throws -> Bool) throws {
    try real.forEachRow(sql, arguments, body)
  }

  func using(index: String) -> String { real.using(index: index) }
  func reached() throws -> HighWaterMark.Reached { try real.reached() }
  func freePages() throws -> Int { try real.freePages() }
  func releaseFreePages(_ count: Int) throws { try real.releaseFreePages(count) }
}
