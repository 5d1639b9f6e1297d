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

/// What a person answered to a prompt.
package enum LineInput: Sendable, Equatable {
  /// A line, without its end.
  case line(String)
  /// Ctrl-C: the line is dropped, the program goes on.
  case cancelled
  /// Ctrl-D on an empty line, or the end of the file.
  case endOfInput
}
