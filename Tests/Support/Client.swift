import JSON
import Platform

/// A `payctl` with a key of its own: one app.
package final class Client: Sendable {
  /// Where its key, pins and journal are.
  package let state: String
  /// Where it looks for providers.
  package let runtime: String
  private let folder: ScratchFolder

  /// An app that no provider has met.
  package init(_ runtime: String) throws {
    folder = try ScratchFolder()
    state = folder.path + "/app"
    self.runtime = runtime
  }

  /// The folders on the command line.
  package var folders: [String] { ["--state", state, "--runtime", runtime] }

  /// Starts a command with `--json`, without waiting. It looks for a provider that restarts for as long as a busy
  /// machine may need for that.
  package func launch(_ command: [String]) throws -> ChildProcess {
    try ChildProcess(
      BuiltPrograms.path("payctl"), command + ["--json", "--patience", "40"] + folders,
      environment: Environment.bare(home: folder.path), input: .none)
  }

  /// Starts a command for people, without `--json` and without waiting.
  package func launchForPeople(_ command: String...) throws -> ChildProcess {
    try ChildProcess(
      BuiltPrograms.path("payctl"), command + folders, environment: Environment.bare(home: folder.path))
  }

  /// Runs a command with `--json` to its end.
  package func run(_ command: String...) async throws -> ProgramRun { try await run(command) }

  /// Runs a command with `--json` to its end.
  package func run(_ command: [String]) async throws -> ProgramRun {
    let process = try launch(command)
    let exit = try await process.exit(within: .seconds(60))
    return ProgramRun(
      command: ["payctl"] + command,
      result: ChildProcessResult(exit: exit, output: process.lines(.output), error: process.lines(.error)))
  }

  /// Begins to pair: answers the running `payctl connect`, the code that it shows and the name of the owner's question.
  package func beginPairing() async throws -> (process: ChildProcess, code: String, approval: String) {
    let process = try launch(["connect"])
    let line = try await process.line(containing: "\"pairing\"", on: .error)
    let pairing = try JSONValue(parsing: Array(line.utf8))["pairing"]
    guard let code = pairing?["code"]?.stringValue, let approval = pairing?["approval_id"]?.stringValue else {
      throw ChildProcessError.ended("no pairing code in: \(line)")
    }
    return (process, code, approval)
  }

  /// Pairs with a running daemon, the owner granting these scopes.
  package func pair(with daemon: Daemon, scopes: String = "receive,pay,balance") async throws {
    let (process, code, approval) = try await beginPairing()
    try await daemon.owner("approve", approval, "--code", code, "--scopes", scopes)
    guard try await process.exit() == .code(0) else {
      throw ChildProcessError.ended(process.lines(.error).joined(separator: "\n"))
    }
  }
}

extension ChildProcess {
  /// Ends it as Ctrl-C does; answers how it ended.
  @discardableResult
  package func interrupt() async throws(ChildProcessError) -> Exit { try await stop(SIGINT) }
}
