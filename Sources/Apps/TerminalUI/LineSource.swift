/// The source of a line editor's lines.
protocol LineSource: Sendable {
  /// Waits for a line. It is called on the editor's queue only.
  func readLine(prompt: String, interruptions: any LineInterruptions) -> LineInput
  /// Shows messages between two lines. It is called on the editor's queue only.
  func show(_ messages: [EditorMessage])
}

/// The events that can interrupt the reading of a line.
protocol LineInterruptions: Sendable {
  /// Waits until the descriptor can be read, or until the wait is interrupted.
  func wait(for descriptor: Int32) -> WakePipe.Reason
  /// Whether the wait has been cancelled.
  var isCancelled: Bool { get }
  /// Removes and returns the messages to show above the line.
  func takeMessages() -> [EditorMessage]
}

/// The input at a prompt.
package enum LineInput: Sendable, Equatable {
  /// A line, without its end.
  case line(String)
  /// The person pressed Ctrl-C. The line is discarded, and the program continues.
  case cancelled
  /// The person pressed Ctrl-D on an empty line, or the file has ended.
  case endOfInput
}
