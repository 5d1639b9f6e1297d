import Platform
import PostgreSQL

@testable import Ledger

/// `Simulation --server`: what the tests of a ledger in PostgreSQL ask of the real server, asked of the simulated one.
///
/// `@unchecked Sendable`: the simulation has one thread.
final class ServerTrial: @unchecked Sendable {
  private(set) var failures: [String] = []
  private var number = 0
  private let folder: String
  /// The folders that were made.
  private var disks: Set<String> = []
  let server = SimulatedServer("db", "db2")

  init() throws {
    Scheduler.begin(seed: 1, at: 1_700_000_000_000_000_000)
    var name = Array("/tmp/payport-server-XXXXXX".utf8CString)
    folder = mkdtemp(&name).map { String(cString: $0) } ?? "/tmp"
  }

  static func run() throws -> Bool {
    // The library itself is called as long as there is no simulated server.
    let address = getenv("PAYPORT_TEST_POSTGRES").map { String(cString: $0) }
    let real = try address.map { try ServerComparison.answers(PostgresAddress($0)) }
    let parts: [(String, (ServerTrial) throws -> Void)] = [
      ("statements", { try $0.statements() }), ("lost answers", { try $0.lostAnswers() }),
      ("refused commits", { try $0.refusedCommits() }), ("lease", { try $0.lease() }),
      ("stopped", { try $0.stoppedInTheMiddle() }), ("failover", { try $0.failovers() }),
      ("put back", { try $0.putBack() }), ("away", { try $0.away() }), ("killed", { try $0.killed() }),
    ]
    var isGood = true
    for (name, part) in parts {
      let trial = try ServerTrial()
      do { try part(trial) } catch { trial.failures.append("\(error)") }
      for mistake in trial.server.mistakes { trial.failures.append("not understood: \(mistake)") }
      print("\(name): \(trial.failures.isEmpty ? "as it should be" : trial.failures.joined(separator: "; "))")
      isGood = isGood && trial.failures.isEmpty
      Scheduler.dropAll()
    }
    guard let real else { return isGood }
    let server = SimulatedServer("db")
    let simulated = try ServerComparison.answers(PostgresAddress("postgresql://payport@db/payport"))
    let differences = zip(real, simulated).filter { $0 != $1 }
    for (real, simulated) in differences { print("real:      \(real)\nsimulated: \(simulated)") }
    for mistake in server.mistakes { print("not understood: \(mistake)") }
    print("\(real.count - differences.count) of \(real.count) lines are answered as by a real server")
    return isGood && differences.isEmpty
  }

  /// One process, with its own folder.
  struct Process {
    let number: ProcessNumber
    let ledger: Ledger
    let folder: String
  }

  /// Starts a process, in a folder that an earlier one had or in a new one.
  func start(_ number: Int, folder: String? = nil) throws -> Process {
    let folder = folder ?? self.folder + "/\(number)"
    if disks.insert(folder).inserted { _ = try SimulatedDisk(folder) }
    let address = try PostgresAddress("postgresql://payport@db,db2/payport")
    let errors = Fatal()
    let process = ProcessNumber(rawValue: number)
    let ledger = try Scheduler.within(process) {
      try Ledger(.postgres(address, folder: folder, provider: "provider"), renewing: nil) { errors.list.append($0) }
    }
    fatal[number] = errors
    return Process(number: process, ledger: ledger, folder: folder)
  }

  final class Fatal: @unchecked Sendable { var list: [LedgerError] = [] }
  private(set) var fatal: [Int: Fatal] = [:]

  func expect(_ holds: Bool, _ what: String) { if !holds { failures.append(what) } }

  /// What a start is refused with.
  func refusal(_ number: Int, folder: String? = nil) -> LedgerError? {
    do { _ = try start(number, folder: folder) } catch { return LedgerError(error) }
    return nil
  }

  private final class Found<T>: @unchecked Sendable { var result: Result<T, LedgerError>? }

  /// Runs something to its end.
  func wait<T: Sendable>(
    _ process: Process, _ work: @escaping @Sendable (Ledger) async throws(LedgerError) -> T
  ) -> Result<T, LedgerError> {
    let found = Found<T>()
    Scheduler.within(process.number) {
      _ = Task {
        do throws(LedgerError) {
          found.result = .success(try await work(process.ledger))
        } catch {
          found.result = .failure(error)
        }
      }
    }
    for _ in 0..<100_000 where found.result == nil {
      if !Scheduler.step() { Scheduler.advance(atMost: 1_000_000_000) }
    }
    return found.result ?? .failure(.unavailable)
  }

  @discardableResult
  func set(_ process: Process, _ value: String) -> LedgerError? {
    let result = wait(process) { (ledger) async throws(LedgerError) in
      try await ledger.write { try $0.setSetting("k", value) }
    }
    if case .failure(let error) = result { return error }
    return nil
  }

  func value(_ process: Process) -> Result<String?, LedgerError> {
    wait(process) { (ledger) async throws(LedgerError) in try await ledger.read { try $0.setting("k") } }
  }

  func sleep(_ seconds: Int64) { Scheduler.pass(until: Scheduler.now + seconds * 1_000_000_000) }
}
