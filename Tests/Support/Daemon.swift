package import JSON
import Platform
package import PostgreSQL
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A `payd` in its own folders, with the owner's console for it.
package final class Daemon: Sendable {
  /// The state folder of the daemon.
  package let state: String
  /// The runtime folder, in which apps find the daemon.
  package let runtime: String
  /// The path of the configuration file.
  package let configuration: String
  /// The folder that contains the others.
  package let folder: ScratchFolder
  private let program: String
  private let environment: [String: String]
  private let ledgerInFile: Bool
  private let running = Mutex<ChildProcess?>(nil)

  /// Creates a daemon that does not run yet.
  ///
  /// - Parameters:
  ///   - yaml: the configuration.
  ///   - runtime: a runtime folder that it shares with others; by default it has its own.
  ///   - environment: additional variables of its environment.
  ///   - program: another provider that takes the same arguments. The console stays that of `payd`.
  ///   - ledgerInFile: whether the configuration stays as it is although the ledgers of this run are in PostgreSQL.
  package init(
    _ yaml: String, runtime: String? = nil, environment: [String: String] = [:], program: String = "payd",
    ledgerInFile: Bool = false
  ) throws {
    self.program = program
    self.ledgerInFile = ledgerInFile
    self.environment = environment
    folder = try ScratchFolder()
    state = folder.path + "/state"
    self.runtime = runtime ?? folder.path + "/run"
    configuration = folder.path + "/provider.yml"
    try configure(yaml)
  }

  /// Writes another configuration for the next start.
  package func configure(_ yaml: String) throws {
    var yaml = yaml
    // It comes last, so that the lines have the numbers that the test knows.
    if let address = try ledgerAddress() { yaml += "\nledger: \"\(address.uri)\"\n" }
    try Data(yaml.utf8).write(to: URL(fileURLWithPath: configuration))
    // It may have the password of a wallet's daemon.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: configuration)
  }

  /// The database that has the ledger; `nil` if a file in the state folder has it.
  package func ledgerAddress() throws -> PostgresAddress? {
    ledgerInFile ? nil : try PostgresForTests.address(of: state)
  }

  /// The options for the folders.
  package var folders: [String] { ["--state", state, "--runtime", runtime] }

  /// Runs a test with a daemon, and ends the daemon afterwards. It must end without an error, so it ran during the
  /// whole test.
  package static func with(
    _ yaml: String, environment: [String: String] = [:], program: String = "payd",
    _ body: (Daemon) async throws -> Void
  ) async throws {
    let daemon = try Daemon(yaml, environment: environment, program: program)
    do {
      try await daemon.start()
      try await body(daemon)
      let exit = try await daemon.terminate()
      guard exit == .code(0) else { throw ChildProcessError.ended("payd did not end well: \(exit)") }
    } catch {
      await daemon.kill()
      throw error
    }
  }

  /// Starts the daemon and does not wait for it. It runs until ``terminate()`` or ``kill()``.
  ///
  /// - Parameter options: further options of `payd run`.
  @discardableResult
  package func launch(_ options: [String] = []) throws -> ChildProcess {
    // After a kill nobody waits here until the lease has run out.
    if let address = try ledgerAddress() { try PostgresForTests.endLease(address) }
    let debugging = ScratchFolder.isKept && !options.contains("--log-level") ? ["--log-level", "debug"] : []
    let process = try ChildProcess(
      BuiltPrograms.path(program), ["run", "--config", configuration] + options + debugging + folders,
      environment: Environment.bare(home: folder.path).merging(environment) { $1 })
    running.withLock { $0 = process }
    return process
  }

  /// Starts the daemon and waits until apps can connect.
  @discardableResult
  package func start(_ options: [String] = []) async throws -> ChildProcess {
    let process = try launch(options)
    _ = try await process.line(containing: "ready at ws://127.0.0.1:", on: .error)
    return process
  }

  /// Returns the CPU time that the daemon has used since its start (Linux only).
  package func processorTime() throws -> Duration {
    let stat = try String(contentsOfFile: "/proc/\(process?.pid ?? 0)/stat", encoding: .utf8)
    // The fields follow the name, which is in parentheses and may contain any character. According to proc(5) the state
    // comes first, utime is the twelfth field after it and stime the thirteenth.
    let fields = (stat.utf8.lastIndex(of: UInt8(ascii: ")")).map { stat[$0...] } ?? "").split(separator: " ")
    let ticks = fields.dropFirst(12).prefix(2).reduce(0) { $0 + (Int64($1) ?? 0) }
    return .seconds(ticks) / sysconf(Int32(_SC_CLK_TCK))
  }

  /// The process that was started last.
  package var process: ChildProcess? { running.withLock { $0 } }

  /// Ends the daemon with SIGTERM, and with SIGKILL after the time limit; returns how it ended.
  @discardableResult
  package func terminate(within limit: Duration = .seconds(30)) async throws -> ChildProcess.Exit {
    guard let process else { return .code(0) }
    let exit = try await process.stop(SIGTERM, within: limit)
    ended(process)
    return exit
  }

  /// Ends the daemon with SIGKILL and waits until it is gone.
  package func kill() async {
    guard let process else { return }
    process.signal(SIGKILL)
    // If even this does not end it, nothing else can be done.
    _ = try? await process.exit()
    ended(process)
  }

  private func ended(_ process: ChildProcess) {
    running.withLock { $0 = nil }
    guard ScratchFolder.isKept else { return }
    let log = process.lines(.error).joined(separator: "\n")
    try? Data(log.utf8).write(to: URL(fileURLWithPath: folder.path + "/payd-\(process.pid).log"))
  }

  /// Runs a command of the owner's console.
  package func console(_ command: String...) async throws -> ProgramRun { try await console(command) }

  /// Runs a command of the owner's console.
  ///
  /// - Parameter environment: variables beside the bare ones, such as the locale.
  package func console(_ command: [String], environment: [String: String] = [:]) async throws -> ProgramRun {
    ProgramRun(
      command: ["payd"] + command,
      result: try await ChildProcess.run(
        BuiltPrograms.path("payd"), command + folders,
        environment: Environment.bare(home: folder.path).merging(environment) { $1 }))
  }

  /// Runs a command of the owner's console with JSON output, which must succeed and be as the schema of its method says;
  /// returns the output.
  @discardableResult
  package func owner(_ command: String...) async throws -> JSONValue {
    let answer = try await console(command + ["--json"]).succeeded().json
    try OwnerAnswers.check(answer, of: command)
    return answer
  }

  /// Starts a command of the owner's console that keeps running, and does not wait for it.
  ///
  /// - Parameter term: the type of its terminal.
  package func launchConsole(
    _ command: [String], input: ChildProcess.Input, term: String = "dumb"
  ) throws -> ChildProcess {
    var environment = Environment.bare(home: folder.path)
    environment["TERM"] = term
    return try ChildProcess(BuiltPrograms.path("payd"), command + folders, environment: environment, input: input)
  }

  /// Writes a file in the daemon's folder; returns its path.
  package func file(_ name: String, _ text: String) throws -> String {
    let path = folder.path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    // It may hold a PIN or a passphrase.
    chmod(path, 0o600)
    return path
  }

  /// Controls the mock network with a command, which must succeed.
  package func mock(_ command: String...) async throws {
    try await console(["mock"] + command).succeeded()
  }

  /// Returns the questions of a kind that wait for the owner: `pairing` or `payment`; a payment's with the members of its
  /// order beside its own.
  package func questions(_ kind: String) async throws -> [JSONValue] {
    let all = try await owner("questions")["questions"]?.arrayValue ?? []
    return all.filter { $0["kind"]?.stringValue == kind }.map { question in
      guard case .object(var members) = question else { return question }
      for member in question["order"]?.objectValue ?? [:] { members[member.name] = member.value }
      return .object(members)
    }
  }

  /// Returns the transactions that a mock wallet has handed to the network.
  package func broadcasts(_ currency: String) async throws -> [JSONValue] {
    try await owner("mock", "broadcasts", currency)["broadcasts"]?.arrayValue ?? []
  }

  /// The files in the folder of the providers.
  package var published: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: runtime + "/providers")) ?? []
  }

  /// Whether the owner's socket exists.
  package var hasOwnerSocket: Bool { FileManager.default.fileExists(atPath: state + "/owner.sock") }
}

/// The environment of the programs under test.
package enum Environment {
  /// Returns an environment without the tester's own folders, so that no test reads or writes them.
  package static func bare(home: String) -> [String: String] {
    var environment = ["HOME": home, "TERM": "dumb", "SWIFT_BACKTRACE": "enable=no", "LANG": "C.UTF-8"]
    for name in ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    return environment
  }
}
