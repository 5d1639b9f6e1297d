import Platform

/// A `paychat` of one person on one device. It reads the lines that a test types, and writes the screen line by line.
///
/// As with every script, it ends at the first line that fails.
package final class ChatApp: Sendable {
  /// The process. Its output consists of the lines of the screen.
  package let process: ChildProcess
  private let folder: ScratchFolder

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - person: the person's name in the chat, which is also the name of the person's provider.
  ///   - network: the arguments that choose the chat network.
  ///   - state: the folder of the person's keys and cards. Devices of one person share it.
  ///   - more: further arguments.
  package init(
    _ person: String, at network: [String] = ["--relay", "test"], state: String, runtime: String, _ more: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    folder = try ScratchFolder()
    process = try ChildProcess(
      BuiltPrograms.path("paychat"),
      ["--as", person, "--provider", person, "--state", state, "--runtime", runtime, "--script", "-"]
        + network + more, environment: Environment.bare(home: folder.path).merging(environment) { $1 },
      input: .pipe)
  }

  /// Types a line.
  package func type(_ line: String) throws { try process.write(line + "\n") }

  /// Waits for a line with this text, after the line that was waited for last.
  @discardableResult
  package func shows(_ text: String) async throws -> String {
    try await process.line(containing: text, within: .seconds(40))
  }

  /// Pairs the app with the person's provider, using the code that the app shows.
  package func pair(with daemon: Daemon) async throws {
    let words = try await shows("payd approve pair_").split(separator: " ").map(String.init)
    guard let at = words.firstIndex(of: "approve"), words.count > at + 3 else {
      throw ChildProcessError.ended("no code in \(words)")
    }
    try await daemon.owner("approve", words[at + 1], "--code", words[at + 3], "--scopes", "receive,pay")
    try await shows("Your wallet is connected")
  }

  /// Closes the input, and returns how the program ended.
  @discardableResult
  package func end() async throws -> ChildProcess.Exit {
    process.closeInput()
    return try await process.exit(within: .seconds(40))
  }

  /// Ends the program with SIGKILL.
  package func kill() async throws {
    process.signal(SIGKILL)
    _ = try await process.exit()
  }

  /// Runs a `paychat` with these arguments and lines until it ends.
  package static func run(
    _ arguments: [String], typing lines: String = "", in folder: String
  ) async throws -> ProgramRun {
    ProgramRun(
      command: ["paychat"] + arguments,
      result: try await ChildProcess.run(
        BuiltPrograms.path("paychat"), arguments, environment: Environment.bare(home: folder), input: lines))
  }

  /// Starts a relay, and waits until chats can connect.
  ///
  /// - Parameter trouble: the arguments that make it deliver unreliably.
  package static func relay(
    _ name: String = "test", state: String, runtime: String, _ trouble: [String] = []
  ) async throws -> ChildProcess {
    let process = try ChildProcess(
      BuiltPrograms.path("paychat"), ["relay", name, "--state", state, "--runtime", runtime] + trouble,
      environment: Environment.bare(home: state))
    _ = try await process.line(containing: "is ready", on: .error)
    return process
  }
}
