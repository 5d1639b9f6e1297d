import CSimulation

/// The server's end of a connection.
final class ServerSession {
  struct Received {
    let sql: String
    let values: [ServerValue]
  }

  /// The process of the client, as the simulation numbers them.
  let process: Int
  let server: SimulatedServer
  let instance: ServerInstance
  /// The client's end; `nil` once it is closed or lost.
  private(set) var connection: UnsafeMutableRawPointer?
  var transaction: ServerTransaction?
  private var line: [Received] = []

  init(_ connection: UnsafeMutableRawPointer, _ server: SimulatedServer, process: Int) {
    (self.connection, self.server, self.process) = (connection, server, process)
    instance = server.instance
    instance.add(self)
  }

  func receive(_ statement: Received) { line.append(statement) }

  /// Carries out the line, and answers each of its statements.
  func carryOut() {
    let statements = line
    line = []
    var isRefused = false
    for statement in statements {
      guard let connection else { return }
      if isRefused {
        simulation_send(connection, simulation_answer(SIMULATION_NOT_TRIED, "", "", 0, 0))
        continue
      }
      do {
        try carryOut(statement)
      } catch {
        isRefused = true
        answerRefusal(error)
      }
    }
    do {
      if let transaction, transaction.isImplicit {
        if transaction.hasFailed { undo() } else { try commit() }
      }
    } catch {
      answerRefusal(error)
    }
    transaction?.idleSince = Scheduler.now
    guard let connection else { return }
    simulation_send(connection, simulation_answer(SIMULATION_SYNC, "", "", 0, 0))
    simulation_set_transaction(connection, transaction == nil ? 0 : 1, transaction?.hasFailed == true ? 1 : 0)
  }

  private func answerRefusal(_ refusal: ServerRefusal) {
    transaction?.hasFailed = true
    guard let connection else { return }
    simulation_send(connection, simulation_answer(SIMULATION_REFUSED, "", refusal.state, 0, 0))
  }

  private func carryOut(_ received: Received) throws(ServerRefusal) {
    let statement = ServerStatement.read(received.sql)
    if let fate = server.fate(of: received.sql, process) {
      switch fate {
      case .refused(let state): throw ServerRefusal(state)
      case .lost: return end()
      case .lostUnnoticed: return disconnect()
      }
    }
    // Something else has ended it meanwhile.
    guard connection != nil else { return }
    switch statement.kind {
    case .begin(let isReading):
      transaction = ServerTransaction(isReading: isReading, isImplicit: false)
      return answer(statement, MemoryDatabase.Rows())
    case .commit:
      let hasFailed = transaction?.hasFailed ?? false
      if hasFailed { undo() } else { try commit() }
      return answer(statement, MemoryDatabase.Rows(), hasFailed ? "ROLLBACK" : "COMMIT")
    case .rollBack:
      undo()
      return answer(statement, MemoryDatabase.Rows())
    case .rollBackTo: transaction?.hasFailed = false
    case .savepoint, .release, .other: break
    }
    let transaction = transaction ?? ServerTransaction(isReading: false, isImplicit: true)
    self.transaction = transaction
    guard !transaction.hasFailed else { throw ServerRefusal("25P02") }
    for (name, value) in statement.settings { transaction.set(name, value) }
    if statement.isWriting || statement.advisoryLock != nil { try lock(for: statement, transaction) }
    answer(statement, try run(statement, received.values, transaction))
  }

  /// Waits for what a statement locks.
  private func lock(for statement: ServerStatement, _ transaction: ServerTransaction) throws(ServerRefusal) {
    if let name = statement.advisoryLock {
      try ServerLocks.wait(self) { $0 !== self && $0.transaction?.advisoryLocks.contains(name) == true }
      transaction.advisoryLocks.insert(name)
    }
    guard statement.isWriting else { return }
    guard !transaction.isReading else { throw ServerRefusal("25006") }
    if !transaction.isWriting {
      if statement.waitsForNobody { try ServerLocks.refuseIfLocked(self) }
      try ServerLocks.wait(self) { $0 !== self && $0.transaction?.isWriting == true }
      transaction.isWriting = true
      instance.begin(self)
    }
    if statement.locksLedger { transaction.locksLedger = true }
  }

  private func run(
    _ statement: ServerStatement, _ values: [ServerValue], _ transaction: ServerTransaction
  ) throws(ServerRefusal) -> MemoryDatabase.Rows {
    var values = values
    if statement.clock > 0 {
      while values.count < statement.clock { values.append(.null) }
      values[statement.clock - 1] = .integer(server.clock)
    }
    let database = transaction.state ?? instance.database(for: self)
    // Others may change it before the transaction ends.
    if transaction.isReading, database !== instance.main { transaction.state = database }
    var rows: MemoryDatabase.Rows?
    do throws(MemoryDatabase.Failure) {
      for text in statement.texts {
        let found = try database.run(text, values)
        if rows == nil { rows = found }
        guard statement.isKept else { continue }
        transaction.changes.append(ServerInstance.Change(text: text, values: values))
      }
    } catch {
      let refusal = ServerRefusal(error)
      if ["XX000", "42601"].contains(refusal.state) { server.note("\(error.message): \(statement.texts)") }
      throw refusal
    }
    return rows ?? MemoryDatabase.Rows()
  }

  /// Commits, or does what fate wants.
  private func commit() throws(ServerRefusal) {
    guard let transaction else { return }
    guard transaction.isWriting else { return self.transaction = nil }
    switch server.fateOfCommit(process) {
    case _ where instance.isReplaced: lose { finish(isCommitted: true) }
    case .committed: finish(isCommitted: true, isAcknowledged: true)
    case .lostUndone: end()
    case .lostCommitted: lose { finish(isCommitted: true) }
    case .lostUndecided(let time, let isCommitted):
      transaction.decision = (Scheduler.now + time, isCommitted)
      disconnect()
    case .refused(let state):
      undo()
      throw ServerRefusal(state)
    case .warned:
      finish(isCommitted: true)
      if let connection { simulation_warn(connection) }
    }
  }

  private func lose(after work: () -> Void) {
    work()
    end()
  }

  /// Ends the transaction.
  func finish(isCommitted: Bool, isAcknowledged: Bool = false) {
    guard let transaction else { return }
    if transaction.isWriting {
      instance.end(with: isCommitted ? transaction.changes : nil, isAcknowledged: isAcknowledged)
    }
    self.transaction = nil
    if connection == nil { instance.remove(self) }
  }

  private func undo() { finish(isCommitted: false) }

  /// Keeps the state that it reads, since somebody is about to change it.
  func keepState(of database: MemoryDatabase) {
    guard let transaction, transaction.isReading, transaction.state == nil else { return }
    transaction.state = MemoryDatabase(copyOf: database)
  }

  /// The client finds its connection closed; the server has not noticed that it is gone.
  func disconnect() {
    if let connection { simulation_break(connection) }
    connection = nil
    if transaction == nil { instance.remove(self) }
  }

  /// The connection ends at both sides, and the server undoes the transaction.
  func end() {
    disconnect()
    finish(isCommitted: false)
  }

  /// The client has closed it. It keeps no end that could be told of that.
  func close() {
    connection = nil
    if transaction?.decision == nil { finish(isCommitted: false) }
    if transaction == nil { instance.remove(self) }
  }
}
