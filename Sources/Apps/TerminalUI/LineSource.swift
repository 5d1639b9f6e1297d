/// Where a line editor gets its lines from.
protocol LineSource: Sendable {
  /// Waits for a line. Called on the editor's queue only.
  func readLine(prompt: String, interruptions: any LineInterruptions) -> LineInput
  /// Shows messages between two lines. Called on the editor's queue only.
  func show(_ messages: [EditorMessage])
}

/// What can come between while a line is read.
protocol LineInterruptions: Sendable {
  /// Waits until the descriptor can be read or somebody interrupts.
  func wait(for descriptor: Int32) -> WakePipe.Reason
  /// Whether the wait is to be given up.
  var isCancelled: Bool { get }
  /// The messages to show above the line, each handed out once.
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
