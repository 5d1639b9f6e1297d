package import Platform
import Synchronization
package import TerminalUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program that a test runs. Its output is collected line by line, the test can wait for it and signal it, and it is
/// killed when the last reference to it is released.
///
/// Swift may release a reference right after its last use. A test that only needs the program to run should therefore
/// end with ``stop(_:within:)`` or `withExtendedLifetime(_:_:)`.
package final class ChildProcess: Sendable {
  /// One of the program's output streams.
  package enum Stream: Sendable, Hashable {
    /// File descriptor 1.
    case output
    /// File descriptor 2.
    case error
  }

  /// The way in which a program ended.
  package enum Exit: Sendable, Hashable {
    /// The program returned this code.
    case code(Int32)
    /// The program was ended by this signal.
    case signal(Int32)
  }

  /// The standard input of a program.
  package enum Input: Sendable {
    /// The file `/dev/null`.
    case none
    /// A pipe; see ``ChildProcess/write(_:)``.
    case pipe
    /// A terminal, which is also its standard output.
    case terminal(Terminal)
  }

  /// The process id.
  package let pid: pid_t
  private let watch: ProcessWatch
  private let input: Mutex<Int32>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - executable: the path of the program; `PATH` is not searched.
  ///   - arguments: the arguments without the program's own name.
  ///   - environment: all of its environment, or `nil` for that of the test itself.
  ///   - directory: its working directory, or `nil` for that of the test itself.
  ///   - input: what its standard input is.
  /// - Throws: ``ChildProcessError/notStarted(_:)``.
  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil, directory: String? = nil,
    input: Input = .none
  ) throws(ChildProcessError) {
    let spawned = try SpawnedProcess(
      executable, arguments, environment: environment ?? ProcessInfo.processInfo.environment, directory: directory,
      input: input)
    pid = spawned.pid
    self.input = Mutex(spawned.input)
    watch = ProcessWatch(executable: executable)
    watch.start(spawned)
  }

  deinit {
    watch.signal(SIGKILL, pid: pid)
    closeInput()
  }

  /// The complete lines of a stream so far.
  package func lines(_ stream: Stream) -> [String] { watch.lines(stream) }

  /// Waits for a line that was not waited for before.
  ///
  /// - Parameters:
  ///   - stream: the stream of the line. The search begins after the line that the previous call for it returned.
  ///   - limit: the longest time to wait.
  ///   - matches: returns whether a line is the expected one.
  /// - Throws: ``ChildProcessError`` after the time limit, if the program ends without the line, and on cancellation.
  package func line(
    on stream: Stream = .output, within limit: Duration = .seconds(20),
    where matches: @escaping @Sendable (String) -> Bool
  ) async throws(ChildProcessError) -> String {
    try await watch.line(on: stream, within: limit, where: matches)
  }

  /// Waits for a line that contains a text; see ``line(on:within:where:)``.
  package func line(
    containing text: String, on stream: Stream = .output, within limit: Duration = .seconds(20)
  ) async throws(ChildProcessError) -> String {
    try await watch.line(on: stream, within: limit) { $0.contains(text) }
  }

  /// Waits until the program has ended and its output is complete.
  ///
  /// - Throws: ``ChildProcessError/deadline(_:)`` if the program still runs after the time limit. It is not ended.
  package func exit(within limit: Duration = .seconds(20)) async throws(ChildProcessError) -> Exit {
    try await watch.exit(within: limit)
  }

  /// Sends a signal, unless the program has ended.
  package func signal(_ number: Int32) { watch.signal(number, pid: pid) }

  /// Whether SIGSTOP has taken effect on all threads of the program.
  package var isStopped: Bool {
    let folder = "/proc/\(pid)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return !tasks.isEmpty
      && tasks.allSatisfy { task in
        guard let text = try? String(contentsOfFile: "\(folder)/\(task)/stat", encoding: .utf8),
          let end = text.lastIndex(of: ")")
        else { return false }
        // The state follows the name, which is in parentheses and may contain any character.
        return text[end...].hasPrefix(") T")
      }
  }

  /// Whether the program has not ended yet.
  package var isRunning: Bool { watch.isRunning }

  /// Ends the program with a signal, and with SIGKILL after the time limit; returns how it ended.
  @discardableResult
  package func stop(_ number: Int32 = SIGTERM, within limit: Duration = .seconds(10)) async throws(ChildProcessError)
    -> Exit
  {
    signal(number)
    do {
      return try await exit(within: limit)
    } catch {
      signal(SIGKILL)
      return try await exit(within: limit)
    }
  }

  /// Writes to the standard input of the program, which must be a pipe.
  ///
  /// - Throws: ``ChildProcessError/inputClosed`` if there is no pipe, or the program does not read it any more.
  package func write(_ text: String) throws(ChildProcessError) {
    Terminal.ignoreBrokenPipes()
    let written = input.withLock { descriptor in
      guard descriptor >= 0 else { return false }
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    guard written else { throw .inputClosed }
  }

  /// Closes the standard input of the program, so that it reads the end of the file.
  package func closeInput() {
    input.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }
}

/// The result of a program that has ended.
package struct ChildProcessResult: Sendable {
  /// The way in which the program ended.
  package let exit: ChildProcess.Exit
  /// The lines of its standard output.
  package let output: [String]
  /// The lines of its standard error.
  package let error: [String]
}

extension ChildProcess {
  /// Runs a program until it ends, with a text as its standard input.
  package static func run(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil, directory: String? = nil,
    input: String = "", within limit: Duration = .seconds(60)
  ) async throws(ChildProcessError) -> ChildProcessResult {
    let process = try ChildProcess(
      executable, arguments, environment: environment, directory: directory, input: input.isEmpty ? .none : .pipe)
    if !input.isEmpty { try process.write(input) }
    process.closeInput()
    let exit = try await process.exit(within: limit)
    return ChildProcessResult(exit: exit, output: process.lines(.output), error: process.lines(.error))
  }
}

/// Why something that a test waited for did not happen.
package enum ChildProcessError: Error, Sendable, CustomStringConvertible {
  /// The system did not start it.
  case notStarted(String)
  /// The time limit was reached; the value has the end of the program's output.
  case deadline(String)
  /// The program ended without the line; the value has the end of its output.
  case ended(String)
  /// The standard input of the program is no pipe, or was closed.
  case inputClosed
  /// The waiting task was cancelled.
  case cancelled

  /// The description of the error in the test's report, with the program's output.
  package var description: String {
    switch self {
    case .notStarted(let path): "\(path) was not started"
    case .deadline(let tail): "the deadline passed\n\(tail)"
    case .ended(let tail): "it ended without the line\n\(tail)"
    case .inputClosed: "its standard input is closed"
    case .cancelled: "cancelled"
    }
  }
}
