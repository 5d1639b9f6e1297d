import Foundation
package import Platform
import Synchronization
package import TerminalUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program run by a test: its output is collected line by line, it can be waited for, signalled, and it is killed
/// when the last reference to it goes.
///
/// Swift may drop a reference right after its last use, so a test that only needs the program to be there ends with
/// ``stop(_:within:)`` or ``withExtendedLifetime(_:_:)``.
package final class ChildProcess: Sendable {
  /// One of the program's output streams.
  package enum Stream: Sendable, Hashable {
    /// File descriptor 1.
    case output
    /// File descriptor 2.
    case error
  }

  /// How a program ended.
  package enum Exit: Sendable, Hashable {
    /// It returned this code.
    case code(Int32)
    /// This signal ended it.
    case signal(Int32)
  }

  /// What its standard input is.
  package enum Input: Sendable {
    /// `/dev/null`.
    case none
    /// A pipe, see ``ChildProcess/write(_:)``.
    case pipe
    /// A terminal, which is its standard output too.
    case terminal(Terminal)
  }

  /// The process id.
  package let pid: pid_t
  private let watch: ProcessWatch
  private let input: Mutex<Int32>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - executable: the path; `PATH` is not searched.
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

  /// Waits for a line that has not been waited for before.
  ///
  /// - Parameters:
  ///   - stream: where it is expected. The search starts after the line that the previous call on it answered.
  ///   - limit: how long to wait.
  ///   - matches: whether this is the line.
  /// - Throws: ``ChildProcessError`` at the deadline, when the program ends without it, and on cancellation.
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

  /// Waits for its end and for the rest of its output.
  ///
  /// - Throws: ``ChildProcessError/deadline(_:)`` where it still runs then; it is left running.
  package func exit(within limit: Duration = .seconds(20)) async throws(ChildProcessError) -> Exit {
    try await watch.exit(within: limit)
  }

  /// Sends a signal, unless it has ended already.
  package func signal(_ number: Int32) { watch.signal(number, pid: pid) }

  /// Whether SIGSTOP has taken effect on all of its threads.
  package var isStopped: Bool {
    let folder = "/proc/\(pid)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return !tasks.isEmpty
      && tasks.allSatisfy { task in
        guard let text = try? String(contentsOfFile: "\(folder)/\(task)/stat", encoding: .utf8),
          let end = text.lastIndex(of: ")")
        else { return false }
        // The state follows the name, which is in parentheses and may hold any character.
        return text[end...].hasPrefix(") T")
      }
  }

  /// Whether it has not ended yet.
  package var isRunning: Bool { watch.isRunning }

  /// Ends it by a signal, and by SIGKILL where that has not worked in time; answers how it ended.
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

  /// Writes to its standard input, a pipe.
  ///
  /// - Throws: ``ChildProcessError/inputClosed`` where there is no pipe, or nobody reads it any more.
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

  /// Closes its standard input, so that it reads the end of file.
  package func closeInput() {
    input.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }
}

/// What a program that ran to its end left behind.
package struct ChildProcessResult: Sendable {
  /// How it ended.
  package let exit: ChildProcess.Exit
  /// The lines of its standard output.
  package let output: [String]
  /// The lines of its standard error.
  package let error: [String]
}

extension ChildProcess {
  /// Runs a program to its end, with a text as its standard input.
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

/// Why a program did not do what a test waited for.
package enum ChildProcessError: Error, Sendable, CustomStringConvertible {
  /// The system did not start it.
  case notStarted(String)
  /// The deadline passed; with the end of its output.
  case deadline(String)
  /// It ended without the line; with the end of its output.
  case ended(String)
  /// There is no pipe to its standard input any more.
  case inputClosed
  /// The waiting task was cancelled.
  case cancelled

  /// For the test's own report, so with the program's output.
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
