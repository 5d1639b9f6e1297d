package import JSON
import Platform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A `payd` in folders of its own, and the owner's console beside it.
package final class Daemon: Sendable {
  /// Where it keeps what must survive.
  package let state: String
  /// Where apps find it.
  package let runtime: String
  /// Its configuration file.
  package let configuration: String
  /// The folder around all of them.
  package let folder: ScratchFolder
  private let program: String
  private let environment: [String: String]
  private let running = Mutex<ChildProcess?>(nil)

  /// A daemon that does not run yet.
  ///
  /// - Parameters:
  ///   - yaml: its configuration.
  ///   - runtime: a runtime folder that it shares with others; its own unless told.
  ///   - environment: what its environment has beside the usual.
  ///   - program: another provider that takes the same arguments; the console stays that of `payd`.
  package init(
    _ yaml: String, runtime: String? = nil, environment: [String: String] = [:], program: String = "payd"
  ) throws {
    self.program = program
    self.environment = environment
    folder = try ScratchFolder()
    state = folder.path + "/state"
    self.runtime = runtime ?? folder.path + "/run"
    configuration = folder.path + "/provider.yml"
    try configure(yaml)
  }

  /// Writes another configuration, for the next start.
  package func configure(_ yaml: String) throws {
    try Data(yaml.utf8).write(to: URL(fileURLWithPath: configuration))
  }

  /// The folders on the command line.
  package var folders: [String] { ["--state", state, "--runtime", runtime] }

  /// Runs a test with a daemon, which is asked to end after it and must do so well: it ran on all the time.
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

  /// Starts it, without waiting. It is kept until ``terminate()`` or ``kill()``.
  @discardableResult
  package func launch() throws -> ChildProcess {
    let process = try ChildProcess(
      BuiltPrograms.path(program), ["run", "--config", configuration] + folders,
      environment: Environment.bare(home: folder.path).merging(environment) { $1 })
    running.withLock { $0 = process }
    return process
  }

  /// Starts it and waits until apps can connect.
  @discardableResult
  package func start() async throws -> ChildProcess {
    let process = try launch()
    _ = try await process.line(containing: ": ready at ws://127.0.0.1:", on: .error)
    return process
  }

  /// How long it has had a processor since it was started (Linux).
  package func processorTime() throws -> Duration {
    let stat = try String(contentsOfFile: "/proc/\(process?.pid ?? 0)/stat", encoding: .utf8)
    // The fields follow the name, which is in parentheses and may hold any character: state first, then by proc(5)
    // utime as the twelfth and stime as the thirteenth.
    let fields = (stat.utf8.lastIndex(of: UInt8(ascii: ")")).map { stat[$0...] } ?? "").split(separator: " ")
    let ticks = fields.dropFirst(12).prefix(2).reduce(0) { $0 + (Int64($1) ?? 0) }
    return .seconds(ticks) / sysconf(Int32(_SC_CLK_TCK))
  }

  /// The process that was started last.
  package var process: ChildProcess? { running.withLock { $0 } }

  /// Asks it to end and answers how it did; by SIGKILL where it does not in time.
  @discardableResult
  package func terminate(within limit: Duration = .seconds(10)) async throws -> ChildProcess.Exit {
    guard let process else { return .code(0) }
    let exit = try await process.stop(SIGTERM, within: limit)
    running.withLock { $0 = nil }
    return exit
  }

  /// Ends it by SIGKILL and waits until it is gone.
  package func kill() async {
    guard let process else { return }
    process.signal(SIGKILL)
    // There is nothing else to do where even this does not end it.
    _ = try? await process.exit()
    running.withLock { $0 = nil }
  }

  /// Runs a command of the owner's console.
  package func console(_ command: String...) async throws -> ProgramRun { try await console(command) }

  /// Runs a command of the owner's console.
  package func console(_ command: [String]) async throws -> ProgramRun {
    ProgramRun(
      command: ["payd"] + command,
      result: try await ChildProcess.run(
        BuiltPrograms.path("payd"), command + folders, environment: Environment.bare(home: folder.path)))
  }

  /// Runs a command of the owner's console that prints JSON and must end well; answers what it printed.
  @discardableResult
  package func owner(_ command: String...) async throws -> JSONValue {
    try await console(command + ["--json"]).succeeded().json
  }

  /// Starts a command of the owner's console that goes on, without waiting.
  ///
  /// - Parameter term: the kind of its terminal.
  package func launchConsole(
    _ command: [String], input: ChildProcess.Input, term: String = "dumb"
  ) throws -> ChildProcess {
    var environment = Environment.bare(home: folder.path)
    environment["TERM"] = term
    return try ChildProcess(BuiltPrograms.path("payd"), command + folders, environment: environment, input: input)
  }

  /// Writes a file of the owner's; answers its path.
  package func file(_ name: String, _ text: String) throws -> String {
    let path = folder.path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Plays the mock network; must end well.
  package func mock(_ command: String...) async throws {
    try await console(["mock"] + command).succeeded()
  }

  /// What waits for the owner, of a kind: `pairing` or `payment`.
  package func approvals(_ kind: String) async throws -> [JSONValue] {
    let all = try await owner("approvals")["approvals"]?.arrayValue ?? []
    return all.filter { $0["kind"]?.stringValue == kind }
  }

  /// The transactions that a mock wallet handed to the network.
  package func broadcasts(_ currency: String) async throws -> [JSONValue] {
    try await owner("mock", "broadcasts", currency)["broadcasts"]?.arrayValue ?? []
  }

  /// The files in the folder of the providers.
  package var published: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: runtime + "/providers")) ?? []
  }

  /// Whether the owner's door is there.
  package var hasOwnerSocket: Bool { FileManager.default.fileExists(atPath: state + "/owner.sock") }
}

/// The environment of the programs under test.
enum Environment {
  /// Nothing of the tester's own folders, so that no test reads or writes them.
  static func bare(home: String) -> [String: String] {
    var environment = ["HOME": home, "TERM": "dumb", "SWIFT_BACKTRACE": "enable=no", "LANG": "C.UTF-8"]
    for name in ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    return environment
  }
}
