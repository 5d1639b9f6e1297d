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

/// A copy of a prepared folder in which one thing goes wrong: a daemon's state, and an app that it knows.
struct Trial: Sendable {
  /// Around everything.
  let folder: String
  var state: String { folder + "/state" }
  var runtime: String { folder + "/run" }
  var app: String { folder + "/app" }
  var shadow: String { folder + "/shadow" }
  var ledger: String { state + "/ledger" }

  /// A copy of a folder.
  init(copying source: String, to folder: String) async throws {
    self.folder = folder
    let copied = try await ChildProcess.run("/bin/cp", ["-a", source, folder])
    guard copied.exit == .code(0) else { throw Violation("cannot copy to \(folder): \(copied.error.joined())") }
  }

  /// A folder that is there already.
  init(at folder: String) { self.folder = folder }

  func remove() {
    // What is left behind is in memory or in a temporary folder.
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: Programs

  /// Whether this system lets one program strike another.
  static func canStrike() async throws -> Bool {
    let run = try await ChildProcess.run(
      BuiltPrograms.path("strike"), ["--under", "/nowhere", "--", "/bin/true"])
    return run.exit == .code(0)
  }

  /// The environment of the programs: nothing of the tester's own folders.
  private var environment: [String: String] {
    var environment = ["HOME": folder, "TERM": "dumb", "SWIFT_BACKTRACE": "enable=no", "LANG": "C.UTF-8"]
    for name in ["PATH", "LD_LIBRARY_PATH"] { environment[name] = ProcessInfo.processInfo.environment[name] }
    return environment
  }

  /// The log of the run that was struck.
  var log: String { folder + "/strike.log" }

  /// Starts the daemon, struck or not, without waiting.
  func launch(_ strike: Strike? = nil) throws -> ChildProcess {
    try launch(
      "payd", ["run", "--config", folder + "/provider.yml", "--state", state, "--runtime", runtime], strike)
  }

  /// Starts the app's program, struck or not, without waiting.
  func payctl(_ command: [String], _ strike: Strike? = nil) throws -> ChildProcess {
    try launch("payctl", command + ["--json", "--state", app, "--runtime", runtime], strike)
  }

  /// Starts a program, struck or not, without waiting.
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

  /// Asks a daemon to end and expects it to end well.
  static func stop(_ process: ChildProcess) async throws {
    process.signal(SIGTERM)
    let exit = try await process.exit(within: .seconds(15))
    try hold(exit == .code(0), "payd ended with \(exit): \(process.lines(.error).suffix(3))")
  }

  // MARK: Both sides

  /// The owner asks. Blocks a thread of its own, not one of the tasks.
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

  /// The app, which does not wait for a daemon that is gone.
  func client() -> PaymentsClient {
    PaymentsClient(
      Manifest(appID: "payport.payctl", name: "crash", version: "1", scopes: [.receive, .pay, .balance]),
      options: ClientOptions(
        directories: PayportDirectories(runtime: runtime, state: app, configuration: folder), patience: .zero,
        callTimeout: .seconds(10)))
  }
}
