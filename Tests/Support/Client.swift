import JSON
import Platform

/// A `payctl` with its own key, which makes it an app of its own.
package final class Client: Sendable {
  /// The folder of its key, pins and journal.
  package let state: String
  /// The folder in which it looks for providers.
  package let runtime: String
  private let folder: ScratchFolder

  /// Creates an app that no provider has met.
  package init(_ runtime: String) throws {
    folder = try ScratchFolder()
    state = folder.path + "/app"
    self.runtime = runtime
  }

  /// The options for the folders.
  package var folders: [String] { ["--state", state, "--runtime", runtime] }

  /// Starts a command with `--json` and does not wait for it. Its patience is long enough for a provider that restarts
  /// on a busy machine.
  package func launch(_ command: [String]) throws -> ChildProcess {
    try ChildProcess(
      BuiltPrograms.path("payctl"), command + ["--json", "--patience", "40"] + folders,
      environment: Environment.bare(home: folder.path), input: .none)
  }

  /// Starts a command for people, without `--json`, and does not wait for it.
  package func launchForPeople(_ command: String...) throws -> ChildProcess {
    try ChildProcess(
      BuiltPrograms.path("payctl"), command + folders, environment: Environment.bare(home: folder.path))
  }

  /// Runs a command with `--json` until it ends.
  package func run(_ command: String...) async throws -> ProgramRun { try await run(command) }

  /// Runs a command with `--json` until it ends.
  package func run(_ command: [String]) async throws -> ProgramRun {
    let process = try launch(command)
    let exit = try await process.exit(within: .seconds(60))
    return ProgramRun(
      command: ["payctl"] + command,
      result: ChildProcessResult(exit: exit, output: process.lines(.output), error: process.lines(.error)))
  }

  /// Begins the pairing; returns the running `payctl connect`, the code that it shows, and the identifier of the
  /// owner's question.
  package func beginPairing() async throws -> (process: ChildProcess, code: String, approval: String) {
    let process = try launch(["connect"])
    let line = try await process.line(containing: "\"pairing\"", on: .error)
    let pairing = try JSONValue(parsing: Array(line.utf8))["pairing"]
    guard let code = pairing?["code"]?.stringValue, let approval = pairing?["question_id"]?.stringValue else {
      throw ChildProcessError.ended("no pairing code in: \(line)")
    }
    return (process, code, approval)
  }

  /// Pairs with a running daemon. The owner grants these scopes.
  package func pair(with daemon: Daemon, scopes: String = "receive,pay,balance") async throws {
    let (process, code, approval) = try await beginPairing()
    try await daemon.owner("approve", approval, "--code", code, "--scopes", scopes)
    guard try await process.exit() == .code(0) else {
      throw ChildProcessError.ended(process.lines(.error).joined(separator: "\n"))
    }
  }
}

extension ChildProcess {
  /// Ends the program as Ctrl-C does; returns how it ended.
  @discardableResult
  package func interrupt() async throws(ChildProcessError) -> Exit { try await stop(SIGINT) }
}
