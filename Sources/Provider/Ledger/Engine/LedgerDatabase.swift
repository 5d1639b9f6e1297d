/// One connection to the database of a ledger, used by one unit of work at a time. The operations of the ledger are
/// written once, in SQL that both engines understand, and know nothing else of the engine. The arguments of a statement are
/// `$1`, `$2`, in the order in which they first occur: SQLite takes these for names and counts them as they come.
///
/// All functions throw ``LedgerError``, or errors that it can be made of.
protocol LedgerDatabase: AnyObject {
  /// Whether a transaction is open. Some errors end it.
  var isInTransaction: Bool { get }

  /// Begins a transaction that writes, after every other one on this ledger.
  func beginWrite() throws
  /// Makes all of the transaction durable, and returns how far the ledger has come with it.
  func commitWrite() throws -> HighWaterMark.Reached
  /// Begins a transaction that reads one consistent state.
  func beginRead() throws
  /// Ends a transaction that only read.
  func endRead() throws
  /// Whether what the last transaction has read was not of one state, so that all of it has to be read again.
  var mustReadAgain: Bool { get }
  /// Has all that the transaction reads from now on read from what is stored, and not taken from what is known of it.
  func askAnew()
  /// Undoes the transaction. Throws only where nobody knows what is stored then.
  func rollBack() throws

  /// Begins a part of the transaction that can be undone by itself.
  func openSavepoint() throws
  /// Ends that part. Throws what a statement of it has failed with.
  func releaseSavepoint() throws
  /// Undoes that part, also after a statement of it has failed.
  func revertSavepoint() throws

  /// Carries out a statement. An engine may report its failure only with a later call, at the latest with the end of the
  /// unit.
  func execute(_ sql: String, _ arguments: LedgerArguments) throws
  /// Carries out a statement that has to change exactly one row, and throws ``LedgerError/versionConflict`` otherwise, also
  /// that perhaps only with a later call.
  func changeOne(_ sql: String, _ arguments: LedgerArguments) throws
  /// Throws what a statement before has failed with.
  func settle() throws
  /// Returns the number of rows that the last statement has changed.
  func changedRows() throws -> Int
  /// Passes each row to a function until it returns `false`.
  func forEachRow(_ sql: String, _ arguments: LedgerArguments, _ body: (any LedgerRow) throws -> Bool) throws

  /// What stands behind the name of a table in a statement that has to use this index; nothing where the engine takes no
  /// such advice.
  func using(index: String) -> String

  /// How far the ledger has come in the present transaction.
  func reached() throws -> HighWaterMark.Reached
  /// The number of pages that hold nothing, which the database can give back to the system; 0 where it does so itself.
  func freePages() throws -> Int
  /// Gives back so many of them.
  func releaseFreePages(_ count: Int) throws
}

extension LedgerDatabase {
  func askAnew() {}
  func settle() throws {}

  var mustReadAgain: Bool { false }

  func changeOne(_ sql: String, _ arguments: LedgerArguments) throws {
    try execute(sql, arguments)
    guard try changedRows() == 1 else { throw LedgerError.versionConflict }
  }
}

/// A row, valid only while it is being decoded.
protocol LedgerRow {
  /// The number of columns.
  var count: Int { get }
  /// The value of a column, counted from 0. Throws where it is of a kind that the ledger never writes.
  func value(_ index: Int) throws -> LedgerValue
}

/// The database under a ledger: one connection that writes and at least one that reads, each on a queue of its own.
protocol LedgerEngine: AnyObject, Sendable {
  /// Runs work with the connection that writes, one after another.
  func onWriter(_ work: @escaping @Sendable (any LedgerDatabase) -> Void)
  /// Runs work with a connection that reads, or tells why there is none.
  func onReader(_ work: @escaping @Sendable (Result<any LedgerDatabase, LedgerError>) -> Void)

  /// By what this process writes a database that another one may take over; `nil` if none can.
  var lease: LedgerLease? { get }
  /// Whether it is known that the ledger lacks nothing that was answered from it; see ``Ledger/isVouchedFor``.
  var isVouchedFor: Bool { get }
  /// Notes that somebody vouches for it.
  func vouch()
  /// Looks at a ledger that several processes share, soon; never where none can, or the server does not answer.
  func look(_ told: @escaping @Sendable (LedgerSight) -> Void)
  /// The largest number of units in one transaction. It bounds how long the first of them waits.
  var largestBatch: Int { get }
  /// Whether it is dear to separate units from one another, so that several are first tried as one.
  var triesUnitsTogether: Bool { get }
  /// Called on the writer's queue after each commit, before anybody is told of it. Returns an error if the mark could
  /// not be stored.
  func committed(_ reached: HighWaterMark.Reached) -> LedgerError?
  /// Called on the writer's queue after all callers of a commit of so many units were answered. Returns an error that
  /// ends the ledger.
  func answered(units: Int) -> LedgerError?
  /// Copies the ledger into a new file; see ``LedgerCopying``.
  func copy(to path: String) async throws(LedgerError) -> AuditHead

  /// Closes all connections, after the last work. Returns an error if the writer's could not be closed in order. What nobody
  /// closes is left as a crash would leave it.
  func close() async -> LedgerError?
}

extension LedgerEngine {
  var isVouchedFor: Bool { true }
  func vouch() {}
  var triesUnitsTogether: Bool { false }
  func look(_ told: @escaping @Sendable (LedgerSight) -> Void) {}
}

/// By what one of several processes writes a ledger.
package struct LedgerLease: Sendable, Hashable {
  /// The random name of the process.
  package let holder: [UInt8]
  /// The number of the taking of the lease; each is larger than all before.
  package let epoch: Int64
}
