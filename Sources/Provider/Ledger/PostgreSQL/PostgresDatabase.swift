import Platform
import PostgreSQL

/// A connection to a ledger in PostgreSQL, which is made when it is needed, and again after it was lost.
///
/// A transaction that writes runs in READ COMMITTED and begins by locking the one row of the table `ledger`, so that it
/// sees all that was committed before and nothing is committed meanwhile. One that reads runs in REPEATABLE READ, which
/// shows one state. All time-outs are set for the transaction only, since a pool may hand out another connection for the
/// next.
///
/// A way to the server and back is what costs most. Statements whose result is not needed are therefore sent together with
/// the next one, the beginning of a transaction with its first ones, and nobody waits for the end of one that is of no
/// interest any more. What the process that writes has read before is not asked again; see ``QueryCache``.
final class PostgresDatabase: LedgerDatabase {
  /// How long it is tried to find out whether a transaction was committed, before the ledger counts as failed.
  private static let resolvingLimit: Duration = .seconds(120)
  /// The largest number of bytes and of statements in line. libpq would send more by itself, and a server that waits for
  /// the rest of a line does not count the time of an idle transaction.
  private static let longestLine = 6144
  private static let mostInLine = 64

  /// Lets a transaction last as long as it takes to copy a whole ledger, and to write the copy to a slow disk.
  static let patience = """
    SELECT set_config('idle_in_transaction_session_timeout', '600000', true),
      set_config('statement_timeout', '600000', true)
    """

  private struct Statement {
    let sql: String
    var values: [PostgresValue] = []
    var hasToChangeOne = false
  }

  private enum Phase {
    case none
    /// The server was told nothing of the transaction yet.
    case begun(isWriting: Bool)
    case open
    /// It could not be begun. Whatever else is wanted of it fails, too.
    case failed(any Error)
  }

  private let place: PostgresPlace
  private let cache: QueryCache?
  private var connection: PostgresConnection?
  private var phase = Phase.none
  private var line: [Statement] = []
  private var bytesInLine = 0
  /// Where the savepoint of the present unit stands in line; `nil` once it was sent.
  private var savepoint: Int?
  private var last: PostgresResult?
  /// Whether a statement has not changed the row that it had to, which the server does not know. Nothing is committed then.
  private var isUnmet = false
  private var isResolving = false

  /// After how many commits of this process the transaction has begun; `nil` as long as the server was not asked.
  private var commits: Int64?
  /// What the transaction has changed.
  private var changed = QueryCache.Tables()
  /// What a transaction that reads took from the cache before the server was asked, and the last commit of then.
  private var known: (tables: QueryCache.Tables, commit: Int64?) = (QueryCache.Tables(), nil)
  private(set) var mustReadAgain = false
  private var asksAnew = false

  /// - Parameter cache: What is known of the ledger by the process that writes it; `nil` where all is to be read.
  init(_ place: PostgresPlace, _ cache: QueryCache? = nil) {
    self.place = place
    self.cache = cache
  }

  var isInTransaction: Bool {
    switch phase {
    case .begun: true
    case .open: connection?.isInTransaction ?? false
    case .none, .failed: false
    }
  }

  // MARK: Transactions

  func beginWrite() throws { begin(isWriting: true) }

  func beginRead() throws {
    let readsAgain = exchange(&mustReadAgain, with: false)
    begin(isWriting: false)
    if readsAgain { try finish() }
  }

  private func begin(isWriting: Bool) {
    forget()
    phase = .begun(isWriting: isWriting)
    (commits, changed, known, asksAnew) = (nil, QueryCache.Tables(), (QueryCache.Tables(), nil), false)
  }

  func askAnew() { asksAnew = true }

  /// Whatever stands in line is of no use any more.
  private func forget() {
    (phase, last, line, bytesInLine, savepoint, isUnmet) = (.none, nil, [], 0, nil, false)
  }

  /// Tells the server of the transaction and of what stands in line. A connection that was lost while nobody used it is
  /// replaced, once.
  private func open(_ line: [Statement], isWriting: Bool) throws {
    let acknowledged = place.acknowledged
    if let connection, connection.isOpen, !connection.isInTransaction {
      do {
        if try open(line, on: connection, isWriting: isWriting, acknowledged) { return }
      } catch let error as PostgresError where error == .lost || !connection.isOpen {}
    }
    connection = nil
    let fresh = try place.connect()
    connection = fresh
    guard try open(line, on: fresh, isWriting: isWriting, acknowledged) else { throw LedgerError.unavailable }
  }

  /// - Returns: `false` if the connection leads to a server that another one has replaced.
  private func open(
    _ line: [Statement], on connection: PostgresConnection, isWriting: Bool, _ acknowledged: Int64
  ) throws -> Bool {
    let beginning = isWriting ? Self.writing : Self.reading
    for statement in beginning { try connection.enqueue(statement) }
    for statement in line { try connection.enqueue(statement.sql, statement.values) }
    let refusal = Result { try connection.finish() }
    let results = connection.results
    guard results.count >= beginning.count else {
      _ = try refusal.get()
      throw LedgerError.unavailable
    }
    let row = results[beginning.count - 1]
    let isHolder = try row.count == 1 && place.isHolder(row.value(0, 0), row.value(0, 1))
    // Another process took over while this one was stopped or could not reach the server. Whatever it was about to write
    // was decided without knowing what that one did.
    if isWriting, !isHolder { throw LedgerError.fenced }
    // Whoever only reads asks nobody for a lease.
    if !isWriting, place.hasLease, !isHolder { throw LedgerError.fenced }
    let number = try row.value(0, 2)
    let hasAll = number.isAtLeast(acknowledged)
    // A server took over that lacks transactions which were answered as durable.
    if isWriting, !hasAll, !isResolving { throw LedgerError.lostItsEnd }
    if !isWriting, !hasAll {
      rollBackAtServer()
      return false
    }
    phase = .open
    if case .integer(let number) = number { commits = number }
    if let cache, let commit = known.commit, !cache.areUnchanged(known.tables, since: commit) {
      mustReadAgain = true
      throw LedgerError.unavailable
    }
    try check(results[beginning.count...], line)
    _ = try refusal.get()
    return true
  }

  private static let writing = [
    "BEGIN ISOLATION LEVEL READ COMMITTED",
    // The row is locked when all columns of both are known, and by then the settings apply.
    """
    WITH applied AS MATERIALIZED (\(PostgresSettings.writing))
    SELECT holder, epoch, commits FROM ledger, applied FOR UPDATE OF ledger
    """,
  ]
  private static let reading = [
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    "SELECT holder, epoch, commits, \(PostgresSettings.reading) FROM ledger",
  ]

  func endRead() throws { rollBack() }

  func commitWrite() throws -> HighWaterMark.Reached {
    // Nothing is committed before it is known that this process may write, and that all was changed that had to be.
    if case .open = phase, !isUnmet, !line.contains(where: \.hasToChangeOne) {} else { try finish() }
    let number = place.nextCommit()
    cache?.willChange(changed, with: number)
    do throws(PostgresError) {
      let connection = try usable()
      for statement in line { try connection.enqueue(statement.sql, statement.values) }
      forget()
      return try commit(number, connection)
    } catch {
      // Where the transaction is still there it has failed and was not committed. Everything else leaves it unknown.
      if error != .lost, connection?.isInTransaction == true {
        phase = .open
        throw error
      }
      connection = nil
      return try resolve(number)
    }
  }

  /// Finds out whether a transaction was committed whose answer was lost, and returns normally if it was.
  ///
  /// - Throws: ``LedgerError/unavailable`` if it was not, ``LedgerError/failed`` if nobody knows.
  private func resolve(_ number: Int64) throws -> HighWaterMark.Reached {
    let deadline = ContinuousClock.now + Self.resolvingLimit
    isResolving = true
    defer { isResolving = false }
    while true {
      do {
        // The lock is granted when the lost transaction has ended, in whatever way.
        try beginWrite()
        defer { rollBack() }
        try finish()
        if let reached = try reachedIfCommitted(number) { return reached }
      } catch let error as LedgerError where error == .lostItsEnd || error == .fenced {
        throw error
      } catch {
        guard ContinuousClock.now < deadline else { throw LedgerError.failed }
        usleep(250_000)
        continue
      }
      throw LedgerError.unavailable
    }
  }

  /// Carries out a line that ends with the renewal of the lease, which tells how far the ledger has come, and COMMIT.
  private func commit(
    _ number: Int64, _ connection: PostgresConnection
  ) throws(PostgresError) -> HighWaterMark.Reached {
    let time = ContinuousClock.now
    try connection.enqueue(PostgresLease.renewal, [.integer(number)])
    try connection.enqueue("COMMIT")
    let results = try connection.finish()
    // A warning comes where the server did not wait for its standby, because somebody told it not to.
    guard results.count >= 2, let end = results.last, end.command == "COMMIT", !connection.hasWarned else {
      throw .lost
    }
    let reached = try Self.reached(results[results.count - 2])
    place.acknowledge(number, sentAfter: time)
    return reached
  }

  /// Looks whether the transaction is there, and commits once more: that answer comes only when the server's standby has
  /// both.
  private func reachedIfCommitted(_ number: Int64) throws -> HighWaterMark.Reached? {
    // This process is still the one that writes, so that nobody else has changed the number.
    guard commits == number else { return nil }
    return try commit(number, usable())
  }

  func rollBack() {
    forget()
    rollBackAtServer()
  }

  private func rollBackAtServer() {
    guard let connection, connection.isOpen else {
      connection = nil
      return
    }
    guard connection.isInTransaction else { return }
    // The server undoes a transaction whose connection is closed.
    if (try? connection.sendRollback()) == nil { self.connection = nil }
  }

  func openSavepoint() throws {
    try add(Statement(sql: "SAVEPOINT unit"))
    savepoint = line.indices.last
  }

  func releaseSavepoint() throws {
    // Of a unit that has changed nothing and read only what is known the server hears nothing.
    if let savepoint, savepoint == line.count - 1 {
      line.removeLast()
    } else {
      // Sent together with what follows, since the unit may have to be undone because of what its last statement answers.
      try finish()
      try add(Statement(sql: "RELEASE unit"))
    }
    savepoint = nil
  }

  func revertSavepoint() throws {
    if let savepoint {
      line.removeSubrange(savepoint...)
    } else {
      (line, isUnmet) = ([], false)
      try add(Statement(sql: "ROLLBACK TO unit"))
      try add(Statement(sql: "RELEASE unit"))
      try finish()
    }
    savepoint = nil
  }

  // MARK: Statements

  func execute(_ sql: String, _ arguments: LedgerArguments) throws {
    changed.formUnion(QueryCache.table(changedBy: sql))
    try add(Statement(sql: sql, values: arguments.values.map(PostgresValue.init)))
  }

  func changeOne(_ sql: String, _ arguments: LedgerArguments) throws {
    changed.formUnion(QueryCache.table(changedBy: sql))
    try add(Statement(sql: sql, values: arguments.values.map(PostgresValue.init), hasToChangeOne: true))
  }

  func settle() throws { try finish() }

  func changedRows() throws -> Int {
    try finish()
    return last?.affected ?? 0
  }

  func forEachRow(_ sql: String, _ arguments: LedgerArguments, _ body: (any LedgerRow) throws -> Bool) throws {
    let result = try read(sql, arguments)
    for index in 0..<result.count where try !body(PostgresRow(result: result, index: index)) { return }
  }

  func using(index: String) -> String { "" }

  private func read(_ sql: String, _ arguments: LedgerArguments) throws -> PostgresResult {
    let tables = QueryCache.tables(of: sql)
    let isQuery = sql.utf8.starts(with: "SELECT".utf8)
    let query = QueryCache.Query(sql: sql, arguments: arguments.values)
    if isQuery, let answer = knownAnswer(to: query, tables) { return answer }
    if !isQuery { changed.formUnion(QueryCache.table(changedBy: sql)) }
    try add(Statement(sql: sql, values: arguments.values.map(PostgresValue.init)))
    try finish()
    guard let last else { throw LedgerError.unavailable }
    if let cache, isQuery, let commits, !tables.isEmpty, tables.isDisjoint(with: changed) {
      cache.keep(last, of: query, after: commits)
    }
    return last
  }

  private func knownAnswer(to query: QueryCache.Query, _ tables: QueryCache.Tables) -> PostgresResult? {
    guard let cache, !asksAnew, !tables.isEmpty, tables.isDisjoint(with: changed) else { return nil }
    guard case .begun(isWriting: false) = phase else { return cache.answer(to: query, tables, after: commits) }
    guard place.isLeaseFresh else { return nil }
    let commit = known.commit ?? cache.lastCommit
    guard let answer = cache.answer(to: query, tables, after: commit) else { return nil }
    known.tables.formUnion(tables)
    known.commit = commit
    return answer
  }

  private func add(_ statement: Statement) throws {
    let bytes = statement.sql.utf8.count + statement.values.reduce(0) { $0 + $1.size }
    if bytesInLine + bytes > Self.longestLine || line.count >= Self.mostInLine { try finish() }
    line.append(statement)
    bytesInLine += bytes
  }

  /// Carries out what stands in line.
  private func finish() throws {
    let line = exchange(&line, with: [])
    (bytesInLine, savepoint) = (0, nil)
    switch phase {
    case .begun(let isWriting):
      do {
        try open(line, isWriting: isWriting)
      } catch {
        if case .begun = phase {
          rollBackAtServer()
          phase = .failed(error)
        }
        throw error
      }
    case .open:
      if isUnmet { throw LedgerError.versionConflict }
      guard !line.isEmpty else { return }
      let connection = try usable()
      for statement in line { try connection.enqueue(statement.sql, statement.values) }
      let refusal = Result { try connection.finish() }
      try check(connection.results[...], line)
      _ = try refusal.get()
    case .failed(let error): throw error
    case .none: throw LedgerError.unavailable
    }
  }

  /// Notes results, and refuses one of a statement that had to change a row and did not.
  private func check(_ results: ArraySlice<PostgresResult>, _ line: [Statement]) throws {
    if let result = results.last { last = result }
    for (result, statement) in zip(results, line) where statement.hasToChangeOne && result.affected != 1 {
      isUnmet = true
      throw LedgerError.versionConflict
    }
  }

  private func usable() throws(PostgresError) -> PostgresConnection {
    guard let connection, connection.isOpen else { throw .lost }
    return connection
  }

  // MARK: How far the ledger has come

  static let reachedColumns =
    "CAST(coalesce((SELECT sum(newest) FROM event_counters), 0) AS BIGINT), (SELECT newest FROM audit_count)"
  static let reachedSQL = "SELECT \(reachedColumns)"

  func reached() throws -> HighWaterMark.Reached {
    try finish()
    return try Self.reached(usable().run(Self.reachedSQL))
  }

  /// Looks at the lease, the clock and the standbys of the server.
  func look() throws -> LedgerSight {
    try beginRead()
    defer { rollBack() }
    try finish()
    return try LedgerSight(usable().run(LedgerSight.sql))
  }

  static func reached(_ result: PostgresResult) throws(PostgresError) -> HighWaterMark.Reached {
    guard result.count == 1, case .integer(let events) = try result.value(0, 0),
      case .integer(let audit) = try result.value(0, 1)
    else { throw .unreadable }
    return HighWaterMark.Reached(events: events, audit: audit)
  }

  /// The server looks after its own pages.
  func freePages() throws -> Int { 0 }
  func releaseFreePages(_ count: Int) throws {}
}

private struct PostgresRow: LedgerRow {
  let result: PostgresResult
  let index: Int

  var count: Int { result.columns }

  func value(_ column: Int) throws -> LedgerValue {
    switch try result.value(index, column) {
    case .null: .null
    case .integer(let number): .integer(number)
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    }
  }
}

extension PostgresValue {
  /// About how many bytes it takes in line.
  fileprivate var size: Int {
    switch self {
    case .null, .integer: 16
    case .text(let text): text.utf8.count + 16
    case .bytes(let bytes): bytes.count + 16
    }
  }

  /// Whether it is a number that is not smaller than another one.
  func isAtLeast(_ number: Int64) -> Bool {
    if case .integer(let own) = self { own >= number } else { false }
  }

  fileprivate init(_ value: LedgerValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .text(let text): .text(text)
      case .bytes(let bytes): .bytes(bytes)
      }
  }
}

extension PostgresDatabase: LedgerCopyTarget {
  /// The numbers of a sequence stay where they are when the transaction is undone, which leaves a gap at most.
  func continueNumbers(events: Int64) throws {
    for (table, column, least) in [("events", "sequence", events), ("bookings", "sequence", 0), ("audit", "entry", 0)] {
      try execute(
        """
        SELECT setval(pg_get_serial_sequence('\(table)', '\(column)'), greatest(largest, 1), largest > 0)
        FROM (SELECT greatest(coalesce(max(\(column)), 0), $1) AS largest FROM \(table)) AS present
        """, [least])
    }
  }
}
