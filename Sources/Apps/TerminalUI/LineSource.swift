/// The source of a line editor's lines.
protocol LineSource: Sendable {
  /// Waits for a line, in which the editor may interrupt it. It is called on the editor's queue only.
  func readLine(prompt: String, for editor: LineEditor) -> LineInput
  /// Shows messages between two lines. It is called on the editor's queue only.
  func show(_ messages: [EditorMessage])
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
