import TerminalUI

extension Terminal {
  /// Waits, with a line that shows the progress.
  ///
  /// - Parameters:
  ///   - interrupted: a sentence that tells what goes on although the wait was interrupted.
  ///   - advice: what to do then.
  /// - Throws: the errors of the wait; ``CommandFailure`` in place of those of an interruption.
  func wait<Value>(
    interrupted: String, advice: String, _ wait: (inout Progress) async throws -> Value
  ) async throws -> Value {
    var line = Progress(terminal: self)
    do {
      let outcome = try await wait(&line)
      try line.finish()
      return outcome
    } catch {
      try line.finish(keepingLine: true)
      guard Task.isCancelled || error is CancellationError else { throw error }
      throw CommandFailure(.interrupted, reason: "interrupted", interrupted, advice: advice)
    }
  }
}
