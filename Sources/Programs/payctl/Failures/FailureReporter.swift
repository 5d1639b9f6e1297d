import ArgumentParser
import JSON
import TerminalUI

/// Writes failures to the right stream and returns the exit status.
struct FailureReporter {
  let terminal: Terminal
  let isJSON: Bool
  let isInteractive: Bool

  /// Reports the failure of a command.
  func report(_ error: any Error) -> ExitStatus {
    if let shown = error as? ShownFailure { return shown.status }
    // The reader of the output has closed it, so it has everything that it wanted.
    if case TerminalError.closed = error { return .ok }
    return write(FailureText.failure(for: error))
  }

  /// Reports what the argument parser threw: help, a version, or wrong usage.
  func reportParsing(_ error: any Error) -> ExitStatus {
    let code = Payctl.exitCode(for: error)
    let text = Payctl.fullMessage(for: error)
    if code.isSuccess {
      try? terminal.writeUsage(HelpText.translated(text), to: .output)
      return .ok
    }
    if isJSON {
      return write(CommandFailure(.usage, reason: "usage", Payctl.message(for: error)))
    }
    try? terminal.writeUsage(isInteractive ? text.replacing("payctl ", with: "") : text, to: .error)
    return .usage
  }

  private func write(_ failure: CommandFailure) -> ExitStatus {
    // If the failure cannot be written, there is nobody to report it to.
    if isJSON {
      try? terminal.write(SafeJSON.text(failure.json.text()) + "\n")
    } else {
      let lines = failure.lines(of: "payctl").map {
        isInteractive ? $0.replacing("payctl: ", with: "").replacing("payctl ", with: "") : $0
      }
      try? terminal.writeParagraphs(lines, to: .error)
    }
    return failure.status
  }
}

/// A failure that the output already shows, such as a rejected order. Only the exit status is still to be set.
struct ShownFailure: Error, Sendable {
  let status: ExitStatus
}
