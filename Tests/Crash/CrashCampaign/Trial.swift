import Consumer
import Dispatch
import OwnerAPI
import OwnerSocket
import Platform
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A trial: a copy of a prepared folder, with the state of a daemon and of an app that it knows, in which one thing
/// fails.
struct Trial: Sendable {
  /// The folder that contains everything.
  let folder: String
  var state: String { folder + "/state" }
  var runtime: String { folder + "/run" }
  var app: String { folder + "/app" }
  var shadow: String { folder + "/shadow" }
  var ledger: String { state + "/ledger" }
  private var configuration: String { folder + "/provider.yml" }

  /// Creates a trial in a copy of a folder.
  init(copying source: String, to folder: String) async throws {
    self.folder = folder
    let copied = try await ChildProcess.run("/bin/cp", ["-a", source, folder])
    guard copied.exit == .code(0) else { throw Violation("cannot copy to \(folder): \(copied.error.joined())") }
    if let from = try TrialDatabase(of: source), let database = try TrialDatabase(of: folder) {
      try database.create(from: from)
      let yaml = try String(contentsOfFile: configuration, encoding: .utf8)
      try Data(yaml.replacing(from.line, with: database.line).utf8).write(to: URL(fileURLWithPath: configuration))
    }
  }

  /// Creates a trial in an existing folder.
  init(at folder: String) { self.folder = folder }

  func remove() {
    // If this fails, the folder stays in memory or in a temporary folder, and the database until the server ends.
    try? FileManager.default.removeItem(atPath: folder)
    try? TrialDatabase(of: folder)?.drop()
  }

  // MARK: Programs

  /// Returns whether this system allows a program to trace and strike another one.
  static func canStrike() async throws -> Bool {
    let run = try await ChildProcess.run(
      BuiltPrograms.path("strike"), ["--under", "/nowhere", "--", "/bin/true"])
    return run.exit == .code(0)
  }

  /// The environment of the programs, which contains none of the tester's own folders.
  private var environment: [String: String] {
    var environment = ["HOME": folder, "TERM": "dumb", "SWIFT_BACKTRACE": "enable=no", "LANG": "C.UTF-8"]
    for name in ["PATH", "LD_LIBRARY_PATH"] { environment[name] = ProcessInfo.processInfo.environment[name] }
    return environment
  }

  /// The path of the log of the run with the strike.
  var log: String { folder + "/strike.log" }

  /// Starts the daemon, with or without a strike, and does not wait for it.
  func launch(_ strike: Strike? = nil) throws -> ChildProcess {
    // After a kill nobody waits here until the lease has run out.
    try TrialDatabase(of: folder)?.endLease()
    return try launch(
      "payd", ["run", "--config", configuration, "--state", state, "--runtime", runtime], strike)
  }

  /// Starts payctl, with or without a strike, and does not wait for it.
  func payctl(_ command: [String], _ strike: Strike? = nil) throws -> ChildProcess {
    try launch("payctl", command + ["--json", "--state", app, "--runtime", runtime], strike)
  }

  /// Starts a program, with or without a strike, and does not wait for it.
  func launch(_ program: String, _ arguments: [String], _ strike: Strike?) throws -> ChildProcess {
    let path = try BuiltPrograms.path(program)
    guard let strike else { return try ChildProcess(path, arguments, environment: environment) }
    return try ChildProcess(
      BuiltPrograms.path("strike"), strike.arguments(log: log) + [path] + arguments, environment: environment)
  }

  /// Starts the daemon and waits until apps can connect.
  func start() async throws -> ChildProcess {
    let process = try launch()
    try await Trial.ready(process)
    return process
  }

  /// Waits until apps can connect.
  static func ready(_ process: ChildProcess) async throws {
    _ = try await process.line(containing: "payd: ready at ", on: .error, within: .seconds(30))
  }

  /// Ends a daemon and requires that it ends without an error.
  static func stop(_ process: ChildProcess) async throws {
    process.signal(SIGTERM)
    let exit = try await process.exit(within: .seconds(15))
    try hold(exit == .code(0), "payd ended with \(exit): \(process.lines(.error).suffix(3))")
  }

  // MARK: Owner and app

  /// Makes a call of the owner. It blocks a thread of its own and none of the tasks.
  @discardableResult
  func owner(_ method: String, _ params: JSONValue = [:]) async throws -> JSONValue {
    let door = OwnerSocketClient(path: state + "/owner.sock")
    let answer: Result<JSONValue, OwnerFailure> = await withCheckedContinuation { continuation in
      DispatchQueue(label: "owner").async {
        continuation.resume(
          returning: Result { () throws(OwnerFailure) in try door.call(method, params, timeoutSeconds: 15) })
      }
    }
    return try answer.get()
  }

  /// Returns the client of the app, which does not wait for a daemon that is gone.
  func client() -> PaymentsClient {
    PaymentsClient(
      Manifest(appID: "payport.payctl", name: "crash", version: "1", scopes: [.receive, .pay, .balance]),
      options: ClientOptions(
        directories: PayportDirectories(runtime: runtime, state: app, configuration: folder), patience: .zero,
        callTimeout: .seconds(10)))
  }
}

// MARK: Chat

extension Trial {
  /// The folders in which the programs of the app look.
  var directories: PayportDirectories {
    PayportDirectories(runtime: runtime, state: app, configuration: folder)
  }

  /// The same folder for discovery files, with a separate state for the relay and the people who are never struck.
  var chatDirectories: PayportDirectories {
    PayportDirectories(runtime: runtime, state: folder + "/chat", configuration: folder)
  }
}
