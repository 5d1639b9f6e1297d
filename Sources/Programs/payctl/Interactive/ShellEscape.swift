import Platform
import Processes
import TerminalUI

/// A line that begins with `!` is run by the shell, as in other prompts: `!payd questions`.
enum ShellEscape {
  /// Returns the command for the shell; `nil` if the line does not begin with `!`.
  static func command(_ line: String) -> String? {
    let trimmed = line.drop { $0 == " " || $0 == "\t" }
    return trimmed.first == "!" ? String(trimmed.dropFirst()) : nil
  }

  /// Runs the shell with this program's streams and waits for its end on a thread of its own.
  static func run(_ command: String) async -> ExitStatus {
    await withCheckedContinuation { continuation in
      let call: @Sendable () -> Void = { continuation.resume(returning: runAndWait(command)) }
      // If no thread can be created, this call blocks instead.
      if !DetachedThread.start(call) { call() }
    }
  }

  private static func runAndWait(_ command: String) -> ExitStatus {
    guard let process = ChildProgram("/bin/sh", ["-c", command]).start(input: 0, output: 1, error: 2) else {
      return .osError
    }
    return ChildProgram.end(of: process) == 0 ? .ok : .software
  }
}
