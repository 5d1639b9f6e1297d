import CSimulation

@testable import Ledger

/// A server of PostgreSQL with its standby, which all processes of the simulation reach under its names.
///
/// What the provider sends is carried out by SQLite in memory. The simulation decides what fails.
final class SimulatedServer {
  private nonisolated(unsafe) static var servers: [SimulatedServer] = []
  /// The process whose code runs, by a number of the simulation: connections made now belong to it.
  nonisolated(unsafe) static var currentProcess = 0

  let hosts: Set<String>
  private(set) var instance = ServerInstance(MemoryDatabase())
  /// Servers that another one has replaced, and that still answer those who are connected.
  private var replaced: [ServerInstance] = []
  /// How far its clock is ahead of the simulated time, in microseconds.
  var clockOffset: Int64 = 0
  /// What the next commits meet, the last one first.
  var nextCommits: [CommitFate] = []
  /// Decides what becomes of a commit that nothing else was decided for.
  var onCommit: ((_ process: Int) -> CommitFate)?
  /// Called before each statement, and may do anything meanwhile: its client is then stopped in the middle.
  var onStatement: ((_ sql: String, _ process: Int) -> StatementFate?)?
  /// What the server could not read, which is a fault of the simulation.
  private(set) var mistakes: [String] = []
  /// The number of connections that were made.
  private(set) var connections = 0

  /// Whether nobody can connect. All connections end with it.
  var isAway = false {
    didSet { if isAway { endConnections() } }
  }

  /// Begins to serve under these names, in place of who had them before.
  init(_ hosts: String...) {
    self.hosts = Set(hosts)
    Self.servers.removeAll { !$0.hosts.isDisjoint(with: hosts) }
    Self.servers.append(self)
    ServerSeam.install()
  }

  /// Reads the statements that make a ledger, which are the same in all stories.
  static func readSchema() {
    for statement in PostgresSchema.statements { _ = ServerStatement.read(statement) }
  }

  static func named(_ host: String) -> SimulatedServer? { servers.first { $0.hosts.contains(host) } }

  /// Ends the connections of a process that was killed. Where its machine has lost its power, the server does not notice,
  /// and keeps its transaction until that was idle for too long.
  static func kill(process: Int, unnoticed: Bool = false) {
    for server in servers {
      for session in server.sessions where session.process == process {
        if unnoticed { session.disconnect() } else { session.end() }
      }
    }
  }

  private var sessions: [ServerSession] { (replaced + [instance]).flatMap(\.sessions) }

  /// The server's clock, in microseconds since 1970.
  var clock: Int64 { Scheduler.now / 1000 + clockOffset }

  func connect(_ connection: UnsafeMutableRawPointer) -> ServerSession? {
    guard !isAway else { return nil }
    connections += 1
    return ServerSession(connection, self, process: Self.currentProcess)
  }

  /// Ends all connections, as a restart or an administrator does.
  func endConnections() { for session in sessions { session.end() } }

  func note(_ mistake: String) { mistakes.append(mistake) }

  func fate(of sql: String, _ process: Int) -> StatementFate? { onStatement?(sql, process) }
  func fateOfCommit(_ process: Int) -> CommitFate { nextCommits.popLast() ?? onCommit?(process) ?? .committed }

  // MARK: What happens to a server

  /// A state of the database.
  struct Snapshot {
    fileprivate let database: MemoryDatabase
  }

  /// What is committed.
  func snapshot() -> Snapshot { Snapshot(database: MemoryDatabase(copyOf: instance.committed())) }

  /// Puts the database back to an earlier state, as an operator does.
  func putBack(_ snapshot: Snapshot) {
    endConnections()
    instance = ServerInstance(MemoryDatabase(copyOf: snapshot.database))
    replaced = []
  }

  /// The standby takes over.
  ///
  /// - Parameters:
  ///   - number: so many commits it lacks that were answered, as one does that was not synchronous.
  ///   - keepsUnacknowledged: whether it has commits at the end whose answers were lost.
  ///   - leavesOld: whether the old server goes on to answer those who are connected. None of its commits is answered.
  func failOver(lacking number: Int = 0, keepsUnacknowledged: Bool = true, leavesOld: Bool = false) {
    ServerLocks.settle(instance)
    // What it was to decide is decided.
    for session in instance.sessions {
      if let decision = session.transaction?.decision { session.finish(isCommitted: decision.isCommitted) }
    }
    let standby = instance.standby(lacking: number, keepsUnacknowledged: keepsUnacknowledged)
    if leavesOld {
      instance.isReplaced = true
      replaced.append(instance)
    } else {
      endConnections()
    }
    instance = ServerInstance(standby)
  }

  /// Reads what is committed, for a check of the simulation.
  func rows(_ sql: String) -> [[ServerValue]] { (try? instance.committed().run(sql).values) ?? [] }
}
