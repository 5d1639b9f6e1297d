import Cryptography
import PostgreSQL
import Synchronization

/// The database of a ledger, and what this process remembers of it.
final class PostgresPlace: Sendable {
  let address: PostgresAddress
  /// A random name of this process, under which its transactions can be found.
  let daemon: [UInt8]
  // Without a folder nothing is known, and nothing is remembered.
  private let mark: HighWaterMark?
  private let epochs: EpochFile?
  private let state = Mutex(State())

  private struct State {
    var commits: Int64 = 0
    var acknowledged: Int64 = 0
    var renewedAt: ContinuousClock.Instant?
    var epoch: Int64 = 0
    var failedAt: ContinuousClock.Instant?
    var isVouchedFor = true
  }

  private let witness: LedgerWitness?
  private let observer: (any LedgerObserver)?

  /// The key of the provider, which all processes of a ledger share; `nil` where that is not looked at.
  private let provider: String?

  /// - Parameters:
  ///   - isNew: whether the database is to be filled from the ledger of the folder, whose mark it has not reached yet.
  ///   - witness: what this process has seen of the ledger so far; `nil` where its state is vouched for in another way.
  init(
    _ address: PostgresAddress, _ folder: LedgerFolder?, provider: String? = nil, isNew: Bool = false,
    witness: LedgerWitness? = nil, observer: (any LedgerObserver)? = nil
  ) throws(LedgerError) {
    self.address = address
    self.provider = provider
    self.witness = witness
    self.observer = observer
    mark = if let folder, !isNew { try HighWaterMark(path: folder.markPath) } else { nil }
    epochs = if let folder { try EpochFile(path: folder.epochPath) } else { nil }
    daemon = try mappingErrors { try SystemRandom().bytes(count: 16) }
  }

  /// Returns the number of the transaction that is about to be committed.
  func nextCommit() -> Int64 {
    state.withLock { state in
      state.commits += 1
      return state.commits
    }
  }

  /// The lease that this process took, and may have lost since.
  var lease: LedgerLease { LedgerLease(holder: daemon, epoch: state.withLock(\.epoch)) }

  /// Whether this process took the lease, and may have lost it since.
  var hasLease: Bool { state.withLock { $0.epoch > 0 } }

  /// The number of the last transaction that was answered as committed.
  var acknowledged: Int64 { state.withLock(\.acknowledged) }

  /// - Parameter time: when the transaction that renewed the lease had not been sent yet.
  func acknowledge(_ number: Int64, sentAfter time: ContinuousClock.Instant) {
    state.withLock { state in
      state.acknowledged = number
      state.renewedAt = time
    }
  }

  /// Whether no other process can have taken the lease, so that the ledger is as this process knows it.
  var isLeaseFresh: Bool {
    guard let renewedAt = state.withLock(\.renewedAt) else { return false }
    return ContinuousClock.now - renewedAt < PostgresLease.certain
  }

  /// Whether this process may write, by what the database says of that.
  func isHolder(_ holder: PostgresValue, _ epoch: PostgresValue) -> Bool {
    holder == .bytes(daemon) && epoch == .integer(state.withLock { $0.epoch })
  }

  func note(_ reached: HighWaterMark.Reached) -> LedgerError? { isVouchedFor ? mark?.note(reached) : nil }

  /// Whether it is known that the database lacks nothing that was answered: this folder has its mark, or this process has
  /// seen another one write. Until somebody vouches for the others nothing is noted of them, since the next start would take
  /// that for knowledge.
  var isVouchedFor: Bool { state.withLock(\.isVouchedFor) }

  func vouch() { state.withLock { $0.isVouchedFor = true } }

  /// How long no connection is tried after one has failed.
  private static let pause: Duration = .milliseconds(500)

  /// Connects, and refuses a ledger that lacks what this process, or an earlier one in its folder, was told of.
  ///
  /// - Throws: ``LedgerError/unavailable``, ``LedgerError/lostItsEnd``.
  func connect() throws(LedgerError) -> PostgresConnection {
    // What was noted is read first, because more is committed meanwhile.
    let noted = mark?.noted()
    // Many may wait for a server that does not answer at all. Each would wait for as long as a connection takes to fail.
    if let failedAt = state.withLock(\.failedAt), failedAt + Self.pause > .now { throw .unavailable }
    do {
      let connection = try PostgresConnection(address)
      try connection.keepStatements()
      let reached = try PostgresDatabase.reached(connection.run(PostgresDatabase.reachedSQL))
      if let noted, reached.isBehind(noted) { throw LedgerError.lostItsEnd }
      return connection
    } catch LedgerError.lostItsEnd {
      throw .lostItsEnd
    } catch {
      state.withLock { state in
        state.failedAt = .now
        // Who cannot reach the ledger does not read it either, so that all of it is away or nothing is.
        state.renewedAt = nil
      }
      throw .unavailable
    }
  }

  /// What a ledger is opened for.
  enum Purpose {
    /// A provider works with it. The tables are made if there are none.
    case provider
    /// A ledger is copied into it. The tables are made if there are none, and must be empty.
    case target
    /// It is copied to another place, where it goes on.
    case source
  }

  /// Connects for the first time, and becomes the process that writes.
  ///
  /// - Throws: ``LedgerError/unreachable(_:)``, ``LedgerError/lostItsEnd``, ``LedgerError/notALedger``,
  ///   ``LedgerError/schemaBeforeRelease``, ``LedgerError/schemaFromTheFuture``, ``LedgerError/movedAway``,
  ///   ``LedgerError/writtenElsewhere``, ``LedgerError/ofOtherProvider(_:)``; ``LedgerError/constraint`` for a target that
  ///   is not empty.
  func prepare(for purpose: Purpose = .provider) throws(LedgerError) {
    try mappingErrors { try takeOver(for: purpose) }
  }

  private func takeOver(for purpose: Purpose) throws {
    let connection = try PostgresConnection(address)
    try connection.enqueue("BEGIN ISOLATION LEVEL READ COMMITTED")
    try connection.enqueue(PostgresSettings.writing)
    // Of several that start on an empty database, one makes the tables.
    try connection.enqueue("SELECT pg_advisory_xact_lock(hashtext('payport ledger'))")
    let settings = try connection.run(
      "SELECT current_setting('fsync'), current_setting('server_encoding'), to_regclass('ledger')::text")
    guard try settings.value(0, 0) == .text("on") else {
      throw LedgerError.unreachable("the server runs with fsync = off, and would lose payments when the power fails")
    }
    guard try settings.value(0, 1) == .text("UTF8") else {
      throw LedgerError.unreachable("the encoding of the database is not UTF8")
    }
    let schema: String
    if try settings.value(0, 2) == .null {
      guard purpose != .source else { throw LedgerError.notALedger }
      try makeTables(connection)
      schema = LedgerSchema.name
    } else {
      schema = try check(connection, for: purpose)
    }
    if purpose == .target { try begin(connection) }
    // What is noted of a ledger must be of the own one.
    try checkProvider(connection)
    try connection.enqueue(LedgerSight.sql)
    try connection.enqueue(PostgresDatabase.reachedSQL)
    let results = try connection.finish().suffix(2)
    guard results.count == 2, let look = results.first, let end = results.last else { throw LedgerError.unavailable }
    let (sight, reached) = (try LedgerSight(look), try PostgresDatabase.reached(end))
    let noted = mark?.noted()
    if let noted, reached.isBehind(noted) { throw LedgerError.lostItsEnd }
    observer?.saw(sight)
    let isKnown = witness?.looked(sight) != false || noted != nil || reached == .none
    state.withLock { $0.isVouchedFor = isKnown }
    // A process that only waits knows thereby how far the other one has come.
    if let error = note(reached) { throw error }
    guard let epoch = try PostgresLease.take(connection, for: daemon, of: schema) else {
      // A pool would not use its connection again that was left in the middle of a transaction.
      _ = try connection.run("ROLLBACK")
      throw LedgerError.writtenElsewhere
    }
    if let epochs, epoch <= epochs.noted { throw LedgerError.lostItsEnd }
    guard try connection.run("COMMIT").command == "COMMIT" else { throw LedgerError.unavailable }
    do {
      // A warning comes where the server did not wait for its standby, because somebody told it not to.
      guard !connection.hasWarned else { throw LedgerError.unavailable }
      // It is noted when it is durable, since a start that ends before can be repeated, and before anything is written in
      // it.
      try epochs?.note(epoch)
    } catch {
      // Others need not wait for one that cannot write.
      _ = try? connection.run(PostgresLease.release, [.bytes(daemon), .integer(epoch)])
      throw error
    }
    state.withLock { $0.epoch = epoch }
  }

  /// Refuses the ledger of a provider with another key: apps trust that key, and payments are marked with it in the
  /// wallet. Processes that only wait learn it, too, and not when they are needed.
  private func checkProvider(_ connection: PostgresConnection) throws {
    guard let provider else { return }
    let stored = try connection.run("SELECT value FROM settings WHERE key = 'provider_id'")
    guard stored.count == 1, case .text(let other) = try stored.value(0, 0) else {
      return try connection.enqueue("INSERT INTO settings VALUES ('provider_id', $1)", [.text(provider)])
    }
    guard other == provider else { throw LedgerError.ofOtherProvider(other) }
  }

  /// Lets another process write at once.
  func release() {
    // Without this the other one waits until the time is over.
    guard let connection = try? PostgresConnection(address) else { return }
    _ = try? connection.run(
      PostgresLease.release, [.bytes(daemon), .integer(state.withLock { $0.epoch })])
  }

  private func makeTables(_ connection: PostgresConnection) throws {
    do throws(PostgresError) {
      for statement in PostgresSchema.statements { try connection.enqueue(statement) }
      try connection.enqueue(
        "INSERT INTO ledger (one, id, schema) VALUES (1, $1, $2)", [.bytes(daemon), .text(LedgerSchema.name)])
      try connection.finish()
    } catch {
      // There is a table with one of the names.
      throw error == .refused(sqlState: "42P07") ? LedgerError.notALedger : LedgerError(error)
    }
  }

  /// Refuses a database that cannot be read, without becoming the process that writes.
  ///
  /// - Throws: as ``prepare(for:)``.
  func look() throws(LedgerError) {
    try mappingErrors {
      let connection = try PostgresConnection(address)
      guard try connection.run("SELECT to_regclass('ledger')::text").value(0, 0) != .null else {
        throw LedgerError.notALedger
      }
      _ = try check(connection, for: .provider)
      let noted = mark?.noted()
      if let noted, try PostgresDatabase.reached(connection.run(PostgresDatabase.reachedSQL)).isBehind(noted) {
        throw LedgerError.lostItsEnd
      }
    }
  }

  /// Looks whether the ledger was filled from a file with this end of its audit log, and returns what is there; `nil` if
  /// it was only prepared for that by this folder.
  ///
  /// - Throws: ``LedgerError/notALedger`` if it is neither, ``LedgerError/movedAway``, ``LedgerError/unavailable`` as long
  ///   as the server has not decided.
  func findMoved(endingWith end: AuditHead) throws(LedgerError) -> LedgerCopier.Summary? {
    try mappingErrors {
      let connection = try PostgresConnection(address)
      guard try connection.run("SELECT to_regclass('ledger')::text").value(0, 0) != .null else {
        throw LedgerError.notALedger
      }
      try connection.enqueue("BEGIN ISOLATION LEVEL READ COMMITTED")
      try connection.enqueue(PostgresSettings.writing)
      // A move holds this lock before it renames the file, until its transaction has ended in whatever way. The epoch of
      // the move is noted before it begins.
      let found = try connection.run(
        "SELECT schema, epoch >= $1 FROM ledger FOR UPDATE", [.integer(epochs?.noted ?? 0)])
      guard found.count == 1, case .text(let schema) = try found.value(0, 0), try found.value(0, 1) == .integer(1)
      else {
        throw LedgerError.notALedger
      }
      if let fault = Self.fault(ofSchema: schema) { throw fault }
      if try connection.run(LedgerSchema.anyRow).value(0, 0) == .integer(0) { return nil }
      let same = try connection.run(
        "SELECT 1 FROM audit WHERE entry = $1 AND hash = $2", [.integer(end.number), .bytes(end.hash)])
      guard end == .genesis || same.count == 1 else { throw LedgerError.notALedger }
      var summary = LedgerCopier.Summary(head: end)
      for table in LedgerSchema.tables {
        if case .integer(let count) = try connection.run("SELECT count(*) FROM \(table.name)").value(0, 0) {
          summary.rows += Int(count)
        }
      }
      return summary
    }
  }

  /// Returns the name of the schema.
  private func check(_ connection: PostgresConnection, for purpose: Purpose) throws -> String {
    let found = try connection.run("SELECT schema, epoch FROM ledger")
    guard found.count == 1, case .text(let name) = try found.value(0, 0) else { throw LedgerError.notALedger }
    // Only the folder into which it was being copied may try again, if that was interrupted at its very end.
    let isRepeated = try found.value(0, 1) == .integer(epochs?.noted ?? 0)
    if name == Self.movedName, purpose == .source, isRepeated { return name }
    if let fault = Self.fault(ofSchema: name) { throw fault }
    return name
  }

  /// Why a ledger with this schema cannot be used; `nil` if it can.
  static func fault(ofSchema name: String) -> LedgerError? {
    if name == LedgerSchema.name { return nil }
    if name == movedName { return .movedAway }
    return name.utf8.starts(with: LedgerSchema.release.utf8) ? .schemaBeforeRelease : .schemaFromTheFuture
  }

  /// The name of the schema of a ledger that goes on in another place.
  private static let movedName = LedgerSchema.name + " moved"

  /// Lets no provider use the ledger any more, in the present transaction of a connection.
  func leaveBehind(_ database: any LedgerDatabase) throws {
    try database.execute("UPDATE ledger SET schema = $1", [Self.movedName])
  }

  /// Begins a ledger that is copied from another one. Folders remember epochs of that one, and refuse smaller ones. Each
  /// start of a provider is an epoch, so that none of them has come as far as the seconds since 1970.
  private func begin(_ connection: PostgresConnection) throws {
    guard try connection.run(LedgerSchema.anyRow).value(0, 0) == .integer(0) else { throw LedgerError.constraint }
    _ = try connection.run(
      """
      UPDATE ledger SET epoch = greatest(epoch, $1, CAST(extract(epoch FROM clock_timestamp()) AS BIGINT))
      WHERE until < clock_timestamp()
      """, [.integer(epochs?.noted ?? 0)])
  }
}
