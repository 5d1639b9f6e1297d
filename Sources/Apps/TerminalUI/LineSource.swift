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
